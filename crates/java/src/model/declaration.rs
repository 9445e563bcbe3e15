//! Classes, their members, and the file that they stand in.

use std::collections::BTreeSet;

use super::{ClassName, Expression, Statement, Type, TypeParameter};

/// A source file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CompilationUnit {
    /// With dots; empty for the unnamed package.
    pub package: String,
    /// A comment above everything, a line for each of its lines.
    pub header: Option<String>,
    /// Simple names of types that the file's code sees without an import: all top-level classes of its
    /// package, and member types that its classes inherit. They shadow `java.lang` and others (JLS 6.4.1).
    pub taken_types: BTreeSet<String>,
    /// Names of methods that its classes inherit. They shadow static imports of the same name.
    pub taken_methods: BTreeSet<String>,
    pub types: Vec<ClassDeclaration>,
}

/// A class, interface, enum or record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ClassDeclaration {
    /// The text of its documentation comment. Recorded content belongs through
    /// [`crate::comment::javadoc_text`], so that it is not taken for markup; it cannot end the comment anyway.
    pub javadoc: Option<String>,
    pub annotations: Vec<Annotation>,
    pub modifiers: Vec<Modifier>,
    pub kind: ClassKind,
    pub name: String,
    pub type_parameters: Vec<TypeParameter>,
    pub extends: Option<Type>,
    /// The interfaces that it implements or, if it is an interface, extends.
    pub interfaces: Vec<Type>,
    pub members: Vec<Member>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub enum ClassKind {
    #[default]
    Class,
    Interface,
    Enum(Vec<EnumConstant>),
    /// With its components; needs release 16.
    Record(Vec<Parameter>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct EnumConstant {
    pub name: String,
    pub arguments: Vec<Expression>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Member {
    Field(Field),
    Method(Method),
    Constructor(Constructor),
    Class(ClassDeclaration),
    /// `static {…}`
    StaticInitializer(Vec<Statement>),
    /// `// text` before the next member.
    Comment(String),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    pub javadoc: Option<String>,
    pub annotations: Vec<Annotation>,
    pub modifiers: Vec<Modifier>,
    pub ty: Type,
    pub name: String,
    pub value: Option<Expression>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Method {
    pub javadoc: Option<String>,
    pub annotations: Vec<Annotation>,
    pub modifiers: Vec<Modifier>,
    pub type_parameters: Vec<TypeParameter>,
    pub returns: Type,
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub throws: Vec<Type>,
    /// None for an abstract method.
    pub body: Option<Vec<Statement>>,
}

/// A constructor of the class around it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Constructor {
    pub javadoc: Option<String>,
    pub annotations: Vec<Annotation>,
    pub modifiers: Vec<Modifier>,
    pub parameters: Vec<Parameter>,
    pub throws: Vec<Type>,
    pub body: Vec<Statement>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    pub annotations: Vec<Annotation>,
    pub is_final: bool,
    /// Of a variable-arity parameter, the type of one element.
    pub ty: Type,
    pub is_variadic: bool,
    pub name: String,
}

/// `@Name(element = value)`
#[derive(Clone, PartialEq, Debug)]
pub struct Annotation {
    pub class: ClassName,
    /// One element `value` alone is written without its name.
    pub elements: Vec<(String, ElementValue)>,
}

/// The value of an annotation's element.
#[derive(Clone, PartialEq, Debug)]
pub enum ElementValue {
    Expression(Expression),
    Annotation(Annotation),
    Array(Vec<ElementValue>),
}

/// Modifiers, in the order that JLS 8.1.1, 8.3.1 and 8.4.3 recommend; that is how they are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Modifier {
    Public,
    Protected,
    Private,
    Abstract,
    Default,
    Static,
    Final,
    Transient,
    Volatile,
    Synchronized,
}

impl Field {
    /// `T name = value`
    pub fn new(ty: Type, name: &str, value: Option<Expression>) -> Field {
        let (javadoc, annotations, modifiers) = Default::default();
        Field { javadoc, annotations, modifiers, ty, name: name.to_owned(), value }
    }
}

impl Method {
    /// A method with a body, without modifiers, parameters and all else.
    pub fn new(returns: Type, name: &str, body: Vec<Statement>) -> Method {
        Method {
            javadoc: None,
            annotations: Vec::new(),
            modifiers: Vec::new(),
            type_parameters: Vec::new(),
            returns,
            name: name.to_owned(),
            parameters: Vec::new(),
            throws: Vec::new(),
            body: Some(body),
        }
    }
}

impl Parameter {
    /// `T name`
    pub fn new(ty: Type, name: &str) -> Parameter {
        Parameter { annotations: Vec::new(), is_final: false, ty, is_variadic: false, name: name.to_owned() }
    }
}

impl Annotation {
    /// `@Name`
    pub fn marker(class: ClassName) -> Annotation {
        Annotation { class, elements: Vec::new() }
    }

    /// `@Name(value)`
    pub fn of(class: ClassName, value: Expression) -> Annotation {
        Annotation { class, elements: vec![("value".to_owned(), ElementValue::Expression(value))] }
    }
}
