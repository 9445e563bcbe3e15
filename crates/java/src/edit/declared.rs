//! The declarations of a file, by their places in its text.

use std::ops::Range;

/// A class, interface, enum or record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// Such as `a.b.Outer$Inner`.
    pub binary_name: String,
    pub name: String,
    /// False for interfaces, annotations and enums, which JUnit does not make objects of.
    pub is_class: bool,
    pub is_abstract: bool,
    /// The superclass as it is written, without type arguments.
    pub superclass: Option<String>,
    pub annotations: Vec<Annotation>,
    pub methods: Vec<Method>,
    pub fields: Vec<Field>,
    /// The declaration with its annotations, without the comment above it.
    pub range: Range<usize>,
    /// From brace to brace, both included.
    pub body: Range<usize>,
    /// The members in order, comments between them included.
    pub members: Vec<Range<usize>>,
}

/// A method with its annotations. Constructors are not methods.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    pub name: String,
    pub annotations: Vec<Annotation>,
    pub parameters: usize,
    pub is_static: bool,
    pub is_public: bool,
    pub is_protected: bool,
    pub is_private: bool,
    pub returns_void: bool,
    /// Exception types as they are written.
    pub throws: Vec<String>,
    pub range: Range<usize>,
    /// From brace to brace, both included. `None` for abstract and native methods.
    pub body: Option<Range<usize>>,
    pub statements: Vec<Statement>,
}

/// An annotation as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// Without `@`; qualified if it is written so.
    pub name: String,
    pub range: Range<usize>,
}

/// A variable of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub name: String,
    pub is_static: bool,
    pub is_final: bool,
    /// The type as it is written.
    pub ty: String,
    /// Its initial value.
    pub value: Option<Range<usize>>,
    /// The whole declaration, which may declare others as well.
    pub range: Range<usize>,
}

/// A statement directly in the body of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    pub range: Range<usize>,
    pub kind: StatementKind,
}

/// The kind of a statement, as far as edits depend on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// Declares these local variables.
    Local(Vec<String>),
    Expression,
    /// `super.setUp();`: a call of the method that this one overrides.
    Super(String),
    /// Control does not get past it: `return`, `throw`.
    Leaves,
    /// Loops, conditions, blocks, local classes.
    Other,
}

impl Annotation {
    /// The name without its package.
    pub fn simple_name(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }
}

impl Class {
    /// Returns the methods of a name that have a body.
    pub fn methods_named<'c>(&'c self, name: &'c str) -> impl Iterator<Item = &'c Method> {
        self.methods.iter().filter(move |method| method.name == name && method.body.is_some())
    }
}

impl Method {
    pub fn has_annotation(&self, simple_names: &[&str]) -> bool {
        self.annotations.iter().any(|annotation| simple_names.contains(&annotation.simple_name()))
    }
}
