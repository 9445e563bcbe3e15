//! All ways through a small method, each with exactly what it does.

use reenact_world::{CallKind, FieldId, MethodId, MethodRefId};

use crate::term::Term;

/// The ways through a method that return normally. Ways that end in an exception are left out, so a null
/// check leaves only its condition behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paths {
    pub paths: Vec<Path>,
    /// Whether these are all. If not, there are loops, too many branches or too much code, and a path that
    /// is here is right nevertheless.
    pub is_complete: bool,
}

/// One way through a method. Calls of the subject's own code whose target is certain (constructors, private,
/// static and final methods, and virtual ones with one possible target) are entered up to a depth; what
/// those do is told as if the method did it itself.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Path {
    /// What must hold for this way to be taken, in order.
    pub conditions: Vec<Condition>,
    /// What happens to fields and arrays, in order.
    pub stores: Vec<Store>,
    /// Calls that were not entered, in order.
    pub calls: Vec<Call>,
    /// Objects and arrays that are made.
    pub objects: Vec<Fresh>,
    /// `None` from a `void` method or a constructor.
    pub result: Option<Term>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    pub left: Term,
    pub relation: Relation,
    /// [`Constant::Null`](crate::term::Constant::Null) and zero for the short forms.
    pub right: Term,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A write, and how many calls of [`Path::calls`] were made before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Store {
    pub target: Target,
    pub value: Term,
    pub after_calls: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    Field(Term, FieldId),
    StaticField(FieldId),
    /// Array and index.
    Element(Term, Term),
}

/// A call that was not entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub kind: CallKind,
    pub reference: MethodRefId,
    /// What the reference resolves to, if it does.
    pub method: Option<MethodId>,
    /// The receiver first, if there is one.
    pub arguments: Vec<Term>,
}

/// An object that a method makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fresh {
    /// By internal name. If its constructor was not entered, the call of it is in [`Path::calls`], with this
    /// object as receiver.
    Object(Box<str>),
    /// By the array's descriptor, with its length.
    Array(Box<str>, Term),
}
