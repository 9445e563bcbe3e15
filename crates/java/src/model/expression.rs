//! Expressions.

use super::{ClassName, Literal, Member, Statement, Type};

/// An expression. Parentheses are not part of it: the writer puts them where precedence needs them.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    Literal(Literal),
    /// A local variable, a parameter, or a field by its simple name.
    Name(String),
    This,
    /// `Outer.this`
    OuterThis(ClassName),
    /// `of.name`
    Field {
        of: Box<Expression>,
        name: String,
    },
    /// `Class.NAME`
    StaticField {
        class: ClassName,
        name: String,
    },
    Call(Call),
    New(New),
    /// `new int[3][]`, all elements zero or null.
    NewArray {
        /// The type of what the lengths are of: `int` in `new int[3][]`.
        element: Type,
        /// At least one, the known ones first.
        lengths: Vec<ArrayLength>,
    },
    /// `new int[] {1, 2}`. An element that is [`Expression::Elements`] is a nested initialiser.
    NewArrayOf {
        /// The type of one element: `int[]` in `new int[][] {{1}, {2}}`.
        element: Type,
        elements: Vec<Expression>,
    },
    /// `{1, 2}`: only as the value of a declared variable or field, or inside of another initialiser.
    Elements(Vec<Expression>),
    /// `array[index]`
    Index {
        array: Box<Expression>,
        index: Box<Expression>,
    },
    Cast {
        to: Type,
        value: Box<Expression>,
    },
    InstanceOf {
        value: Box<Expression>,
        of: Type,
    },
    /// `int[].class`
    ClassLiteral(Type),
    Lambda(Lambda),
    MethodReference(MethodReference),
    Unary {
        operator: UnaryOperator,
        operand: Box<Expression>,
    },
    Binary {
        operator: BinaryOperator,
        left: Box<Expression>,
        right: Box<Expression>,
    },
    /// `target = value`
    Assign {
        target: Box<Expression>,
        value: Box<Expression>,
    },
    Conditional {
        condition: Box<Expression>,
        then: Box<Expression>,
        otherwise: Box<Expression>,
    },
    /// Code that the user wrote. It is written as it is, so it must never hold anything recorded.
    Verbatim(String),
}

/// A method call.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    pub on: Target,
    /// `<String>` in `List.<String>of()`; mostly none. Written only where there is something before the dot.
    pub type_arguments: Vec<Type>,
    pub name: String,
    pub arguments: Vec<Expression>,
}

/// The receiver of a method call.
#[derive(Clone, PartialEq, Debug)]
pub enum Target {
    /// A method of the class around, `name(…)`. With the name `super` or `this` it calls a constructor.
    Unqualified,
    Expression(Box<Expression>),
    /// A static method, `Class.name(…)`.
    Class(ClassName),
    /// A static method that is imported, `assertEquals(…)`. Where something else has that name it is written
    /// with its class.
    Imported(ClassName),
    /// `super.name(…)`
    Super,
}

/// `new C<>(…)`
#[derive(Clone, PartialEq, Debug)]
pub struct New {
    pub class: ClassName,
    pub type_arguments: TypeArguments,
    /// `outer.new Inner(…)`
    pub outer: Option<Box<Expression>>,
    pub arguments: Vec<Expression>,
    /// The members of an anonymous class. Together with the diamond it needs release 9.
    pub body: Option<Vec<Member>>,
}

/// The type arguments of `new`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeArguments {
    /// Not generic, or raw.
    None,
    /// `<>`
    Diamond,
    Explicit(Vec<Type>),
}

/// One dimension of a new array.
#[derive(Clone, PartialEq, Debug)]
pub enum ArrayLength {
    Known(Expression),
    /// `[]`, after the known ones.
    Open,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Lambda {
    pub parameters: Vec<LambdaParameter>,
    pub body: LambdaBody,
}

/// A lambda's parameter; either all of them have types, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LambdaParameter {
    pub ty: Option<Type>,
    pub name: String,
}

#[derive(Clone, PartialEq, Debug)]
pub enum LambdaBody {
    Expression(Box<Expression>),
    Block(Vec<Statement>),
}

/// `target::name`
#[derive(Clone, PartialEq, Debug)]
pub struct MethodReference {
    pub target: ReferenceTarget,
    /// `new` for a constructor.
    pub name: String,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ReferenceTarget {
    /// `String::length`, `int[]::new`
    Type(Type),
    /// `order::total`
    Expression(Box<Expression>),
    /// `super::total`
    Super,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOperator {
    /// `-`
    Minus,
    /// `!`
    Not,
    /// `~`
    Complement,
    /// `x++`
    Increment,
    /// `x--`
    Decrement,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOperator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

impl Expression {
    pub fn null() -> Expression {
        Expression::Literal(Literal::Null)
    }

    pub fn boolean(value: bool) -> Expression {
        Expression::Literal(Literal::Boolean(value))
    }

    pub fn int(value: i32) -> Expression {
        Expression::Literal(Literal::Int(value))
    }

    pub fn string(text: &str) -> Expression {
        Expression::Literal(Literal::string(text))
    }

    /// A variable.
    pub fn name(name: &str) -> Expression {
        Expression::Name(name.to_owned())
    }

    pub fn static_field(class: ClassName, name: &str) -> Expression {
        Expression::StaticField { class, name: name.to_owned() }
    }

    /// `self.name`
    pub fn field(self, name: &str) -> Expression {
        Expression::Field { of: Box::new(self), name: name.to_owned() }
    }

    /// `self.name(…)`
    pub fn call(self, name: &str, arguments: Vec<Expression>) -> Expression {
        Expression::calling(Target::Expression(Box::new(self)), name, arguments)
    }

    /// `Class.name(…)`
    pub fn call_static(class: ClassName, name: &str, arguments: Vec<Expression>) -> Expression {
        Expression::calling(Target::Class(class), name, arguments)
    }

    /// `name(…)`, a static method that is imported from the class.
    pub fn call_imported(class: ClassName, name: &str, arguments: Vec<Expression>) -> Expression {
        Expression::calling(Target::Imported(class), name, arguments)
    }

    /// `name(…)`, a method of the class around.
    pub fn call_own(name: &str, arguments: Vec<Expression>) -> Expression {
        Expression::calling(Target::Unqualified, name, arguments)
    }

    fn calling(on: Target, name: &str, arguments: Vec<Expression>) -> Expression {
        Expression::Call(Call { on, type_arguments: Vec::new(), name: name.to_owned(), arguments })
    }

    /// `new C(…)`
    pub fn new_object(class: ClassName, arguments: Vec<Expression>) -> Expression {
        let type_arguments = TypeArguments::None;
        Expression::New(New { class, type_arguments, outer: None, arguments, body: None })
    }

    /// `new C<>(…)`
    pub fn new_generic(class: ClassName, arguments: Vec<Expression>) -> Expression {
        let type_arguments = TypeArguments::Diamond;
        Expression::New(New { class, type_arguments, outer: None, arguments, body: None })
    }

    /// `new T[] {…}`
    pub fn new_array_of(element: Type, elements: Vec<Expression>) -> Expression {
        Expression::NewArrayOf { element, elements }
    }

    /// `(T) self`
    pub fn cast(self, to: Type) -> Expression {
        Expression::Cast { to, value: Box::new(self) }
    }

    /// `() -> self`
    pub fn supplied(self) -> Expression {
        let body = LambdaBody::Expression(Box::new(self));
        Expression::Lambda(Lambda { parameters: Vec::new(), body })
    }

    /// `target = self`
    pub fn assigned_to(self, target: Expression) -> Expression {
        Expression::Assign { target: Box::new(target), value: Box::new(self) }
    }

    pub fn binary(self, operator: BinaryOperator, right: Expression) -> Expression {
        Expression::Binary { operator, left: Box::new(self), right: Box::new(right) }
    }

    pub fn unary(self, operator: UnaryOperator) -> Expression {
        Expression::Unary { operator, operand: Box::new(self) }
    }

    /// `self;`
    pub fn statement(self) -> Statement {
        Statement::Expression(self)
    }
}

impl From<Literal> for Expression {
    fn from(literal: Literal) -> Expression {
        Expression::Literal(literal)
    }
}
