//! Values as a method computes them from what it was given.

use std::rc::Rc;

use reenact_world::{FieldId, MethodId};

/// A value in terms of a method's parameters, of fields as they were when the method began, and of calls
/// whose code was not entered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// `this` of an instance method; the object under construction in a constructor.
    Receiver,
    /// A declared parameter, counted from 0, without the receiver.
    Parameter(u16),
    Constant(Constant),
    /// What a static field held when it was read.
    StaticField(FieldId),
    /// What a field held when the method began, or when the last call that was not entered returned.
    Field(Rc<Term>, FieldId),
    /// An object that the method itself makes: which one, in the order of [`Path::objects`](crate::paths::Path).
    Fresh(u32),
    /// The result of a call that was not entered: which one, in the order of
    /// [`Path::calls`](crate::paths::Path).
    Result(u32),
    /// A function object: a lambda or method reference, with what it captures.
    Lambda {
        implementation: MethodId,
        captured: Vec<Term>,
    },
    /// `StringConcatFactory` and `StringBuilder` chains that only append: the parts in order. A part of type
    /// `char` or `boolean` is converted, `Convert('I', 'C')` or `Convert('I', 'Z')`: it shows as a letter or as
    /// `true` and `false`, other numbers in decimal.
    Concatenation(Vec<Term>),
    Unary(UnaryOperator, Rc<Term>),
    Binary(BinaryOperator, Rc<Term>, Rc<Term>),
    /// `instanceof`, with the internal name or array descriptor.
    InstanceOf(Rc<Term>, Box<str>),
    ArrayLength(Rc<Term>),
    Element(Rc<Term>, Rc<Term>),
    /// Anything else. Two of them are never known to be the same.
    Unknown,
}

/// A constant. Floating-point numbers are their bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    Null,
    /// `boolean`, `byte`, `char` and `short` as well: bytecode does not tell them apart.
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    String(Vec<u16>),
    /// A class object, by internal name or descriptor.
    Class(Box<str>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    Negate,
    /// Conversions between primitives, by the letters of their descriptors: `('I', 'J')` is `i2l`. Only in
    /// [`Term::Concatenation`] is there an `('I', 'Z')`.
    Convert(char, char),
}

/// Operators of the JVM on `int`, `long`, `float` and `double`; the operands' types follow from the terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    UnsignedShiftRight,
    And,
    Or,
    Xor,
    /// `lcmp`, `fcmpl`, `fcmpg`, `dcmpl`, `dcmpg`: -1, 0 or 1.
    Compare {
        nan_is_less: bool,
    },
}

/// How two values compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Relation {
    /// What holds when this does not.
    pub fn negated(self) -> Relation {
        match self {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::Less => Relation::GreaterOrEqual,
            Relation::LessOrEqual => Relation::Greater,
            Relation::Greater => Relation::LessOrEqual,
            Relation::GreaterOrEqual => Relation::Less,
        }
    }

    /// What holds of `b` and `a` when this holds of `a` and `b`.
    pub fn swapped(self) -> Relation {
        match self {
            Relation::Less => Relation::Greater,
            Relation::LessOrEqual => Relation::GreaterOrEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterOrEqual => Relation::LessOrEqual,
            same => same,
        }
    }

    /// Whether it holds of two values that are in this order.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Relation::Equal => order.is_eq(),
            Relation::NotEqual => order.is_ne(),
            Relation::Less => order.is_lt(),
            Relation::LessOrEqual => order.is_le(),
            Relation::Greater => order.is_gt(),
            Relation::GreaterOrEqual => order.is_ge(),
        }
    }
}
