//! All ways through a small method, each with exactly what it does.
//!
//! What the conditions of a path say, beside its branches: what the method was given, and fields that lead from
//! it, are not null where the method uses them as objects; divisors are not zero. That an index is within an
//! array, and that a cast succeeds, is taken for granted. Assertions are off.
//!
//! A constructor is followed for an object of exactly its own class, so that methods that it calls on itself are
//! certain. Calls of the subject's methods are told and not entered where these have loops that depend on what
//! they are given, too many ways through them, more than 400 instructions, or a handler from which they may
//! return after a call that was not entered has thrown. The JDK's methods are told, but for
//! `Objects.requireNonNull` and `requireNonNullElse`, `StringBuilder`s that become a text, and constructors that
//! only set fields: those of `Object`, `Record`, `Enum`, the abstract collections and all exceptions.
//!
//! What a call that was not entered may have changed is [`Term::Unknown`] when it is read again; see
//! [`Path::is_handed_over`].

mod cache;
mod decide;
mod explore;
mod fold;
mod heap;
mod invoke;
mod platform;
mod state;
mod step;
mod target;
mod text;

use reenact_world::{CallKind, FieldId, MethodId, MethodRefId};

use crate::term::Term;

pub use crate::term::Relation;
pub use cache::PathCache;

/// How far a method is followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Calls within calls that are entered.
    pub depth: usize,
    /// Paths of a method. With more, the callee with most branches is not entered; then the rest is left out.
    pub paths: usize,
    /// Instructions on one path, those of callees included.
    pub steps: u32,
    /// Rounds of a loop whose conditions are all certain. A loop with another condition ends its path.
    pub iterations: u32,
    /// Whether the JDK's own methods are entered: to look at its classes themselves.
    pub enter_platform: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { depth: 6, paths: 64, steps: 2_000, iterations: 32, enter_platform: false }
    }
}

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

impl Path {
    /// Whether a call that was not entered could reach what a term stands for, by its arguments and by what was
    /// stored in them before or after.
    ///
    /// If not, a [`Term::Field`] of it is what the field held when the method began, and a store to it on this
    /// path is the last word. If so, such a field that the path reads for the first time after the call may be
    /// what the call left there; one that it had read or written before is [`Term::Unknown`] from then on,
    /// unless it is final. Calls are taken to reach nothing but what they are given, static fields apart.
    pub fn is_handed_over(&self, term: &Term) -> bool {
        let mut handed: Vec<&Term> = self.calls.iter().flat_map(|call| &call.arguments).collect();
        let mut done = 0;
        while done < handed.len() {
            let now = handed[done];
            done += 1;
            if now == term {
                return true;
            }
            if let Term::Lambda { captured, .. } = now {
                handed.extend(captured);
            }
            let kept = self.stores.iter().filter(|store| match &store.target {
                Target::Field(base, _) | Target::Element(base, _) => base == now,
                Target::StaticField(_) => true,
            });
            let new: Vec<&Term> =
                kept.map(|store| &store.value).filter(|value| !handed.contains(value)).collect();
            handed.extend(new);
        }
        false
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    pub left: Term,
    pub relation: Relation,
    /// [`Constant::Null`](crate::term::Constant::Null) and zero for the short forms.
    pub right: Term,
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
