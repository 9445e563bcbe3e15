//! Values as a method computes them from its parameters: terms in an arena.
//!
//! A [`Terms`] arena holds every term once (hash-consing), so that equal terms have equal ids, and a term is copied
//! as 32 bits. Each has the [`Kind`](crate::body::Kind) of the JVM type that it computes. An arena is `Send` and
//! `Sync`; the ids of one say nothing in another, except for those that [`Terms`] names for all arenas.

mod arena;
mod show;

use reenact_base::typed_id;
use reenact_world::{FieldId, MethodId};

pub use arena::Terms;
pub use show::Show;

typed_id! {
    /// A term of a [`Terms`] arena.
    pub struct TermId;
}

/// A value in terms of a method's parameters, of fields as they were when the method began, and of calls
/// whose code was not entered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// `this` of an instance method; the object under construction in a constructor.
    Receiver,
    /// A declared parameter, counted from 0, without the receiver.
    Parameter(u16),
    Constant(Constant),
    /// The value of a static field when it was read.
    StaticField(FieldId),
    /// The value of a field when the method began, or when the last call that was not entered returned.
    Field(TermId, FieldId),
    /// An object that the method itself makes: its position in [`Path::objects`](crate::paths::Path).
    Fresh(u32),
    /// The result of a call that was not entered: its position in [`Path::calls`](crate::paths::Path).
    Result(u32),
    /// A function object: a lambda or method reference, with the values that it captures.
    Lambda {
        implementation: MethodId,
        captured: Box<[TermId]>,
    },
    /// `StringConcatFactory` and `StringBuilder` chains that only append: the parts in order. A part of type
    /// `char` or `boolean` is converted, `Convert('I', 'C')` or `Convert('I', 'Z')`: it shows as a letter or as
    /// `true` and `false`, other numbers in decimal.
    Concatenation(Box<[TermId]>),
    Unary(UnaryOperator, TermId),
    Binary(BinaryOperator, [TermId; 2]),
    /// `instanceof`, with the internal name or array descriptor.
    InstanceOf(TermId, Box<str>),
    ArrayLength(TermId),
    /// Array and index.
    Element([TermId; 2]),
    /// Anything else. Two of them are never known to be the same.
    Unknown,
}

impl Term {
    /// The terms that this one is made of.
    pub fn parts(&self) -> &[TermId] {
        match self {
            Term::Field(part, _)
            | Term::Unary(_, part)
            | Term::InstanceOf(part, _)
            | Term::ArrayLength(part) => std::slice::from_ref(part),
            Term::Binary(_, parts) | Term::Element(parts) => parts,
            Term::Lambda { captured: parts, .. } | Term::Concatenation(parts) => parts,
            Term::Receiver
            | Term::Parameter(_)
            | Term::Constant(_)
            | Term::StaticField(_)
            | Term::Fresh(_)
            | Term::Result(_)
            | Term::Unknown => &[],
        }
    }
}

/// A constant. Floating-point numbers are their bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    Null,
    /// `boolean`, `byte`, `char` and `short` as well: bytecode does not distinguish them.
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
    /// The relation that holds when this one does not.
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

    /// The relation that holds of `b` and `a` when this holds of `a` and `b`.
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
