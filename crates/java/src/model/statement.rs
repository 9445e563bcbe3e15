//! Statements.

use super::{Annotation, ClassDeclaration, Expression, Type};

#[derive(Clone, PartialEq, Debug)]
pub enum Statement {
    /// A local variable's declaration.
    Local(Local),
    /// A call, an assignment, or another expression that Java takes as a statement.
    Expression(Expression),
    Return(Option<Expression>),
    Throw(Expression),
    If {
        condition: Expression,
        then: Vec<Statement>,
        /// None for no `else`. One `if` alone is written as `else if`.
        otherwise: Vec<Statement>,
    },
    While {
        condition: Expression,
        body: Vec<Statement>,
    },
    /// `for (T name : of) {…}`
    ForEach {
        ty: Type,
        name: String,
        of: Expression,
        body: Vec<Statement>,
    },
    /// `for (int name = from; name < below; name++) {…}`
    Count {
        name: String,
        from: Expression,
        below: Expression,
        body: Vec<Statement>,
    },
    Try {
        resources: Vec<Local>,
        body: Vec<Statement>,
        catches: Vec<Catch>,
        finally: Vec<Statement>,
    },
    Block(Vec<Statement>),
    /// A class inside of a method.
    Class(ClassDeclaration),
    /// `// text`, a line for each of its lines. Whatever the text is, it stays a comment.
    Comment(String),
    /// An empty line. Several in a row are one, and at the edges of a block there is none.
    Blank,
    /// Code that the user wrote, semicolon included. It must never hold anything recorded.
    Verbatim(String),
}

/// A local variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Local {
    pub annotations: Vec<Annotation>,
    pub is_final: bool,
    pub ty: Type,
    pub name: String,
    pub value: Option<Expression>,
}

/// `catch (A | B name) {…}`
#[derive(Clone, PartialEq, Debug)]
pub struct Catch {
    pub types: Vec<Type>,
    pub name: String,
    pub body: Vec<Statement>,
}

impl Local {
    /// `T name = value`
    pub fn new(ty: Type, name: &str, value: Expression) -> Local {
        Local { annotations: Vec::new(), is_final: false, ty, name: name.to_owned(), value: Some(value) }
    }
}

impl Statement {
    /// `T name = value;`
    pub fn local(ty: Type, name: &str, value: Expression) -> Statement {
        Statement::Local(Local::new(ty, name, value))
    }

    /// `target = value;`
    pub fn assign(target: Expression, value: Expression) -> Statement {
        value.assigned_to(target).statement()
    }

    /// `return value;`
    pub fn returning(value: Expression) -> Statement {
        Statement::Return(Some(value))
    }

    pub fn comment(text: &str) -> Statement {
        Statement::Comment(text.to_owned())
    }
}
