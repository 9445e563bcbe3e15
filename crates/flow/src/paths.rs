//! All paths through a small method that return, each with exactly what it does.
//!
//! The conditions of a path are those of its branches, and in addition: parameters, and fields that are reached from
//! them, are not null where the method uses them as objects; divisors are not zero. That an index is within an
//! array, and that a cast succeeds, is taken for granted. Assertions are off.
//!
//! A constructor is executed for an object of exactly its own class, so that methods that it calls on itself are
//! certain. Calls of the subject's methods are recorded and not entered where these have loops that depend on what
//! they are given, too many paths, more than 400 instructions, or a handler from which they may
//! return after a call that was not entered has thrown. The JDK's methods are recorded, except for
//! `Objects.requireNonNull` and `requireNonNullElse`, `StringBuilder`s that become a text, and constructors that
//! only set fields: those of `Object`, `Record`, `Enum`, the abstract collections and all exceptions.
//!
//! A value that a call that was not entered may have changed is [`Term::Unknown`](crate::term::Term) when it is read again;
//! see [`Path::is_handed_over`].

mod cache;
mod enumerate;

use crate::term::Terms;

pub use crate::exec::{Call, Condition, Fresh, Path, Store, Target};
pub use crate::term::Relation;
pub use cache::PathCache;

/// Bounds of the enumeration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Calls within calls that are entered.
    pub depth: usize,
    /// Paths of a method. With more, the callees with most branches are not entered; then the rest is left out.
    pub paths: usize,
    /// Instructions on one path, those of callees included.
    pub steps: u32,
    /// Iterations of a loop whose conditions are all certain. A loop with another condition ends its path.
    pub iterations: u32,
    /// True if the JDK's own methods are entered: to look at its classes themselves.
    pub enter_platform: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { depth: 6, paths: 64, steps: 2_000, iterations: 32, enter_platform: false }
    }
}

/// The paths of a method that return normally. Those that end in an exception are left out, so that a null
/// check leaves only its condition behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paths {
    /// The terms of all paths.
    pub terms: Terms,
    pub paths: Vec<Path>,
    /// True if these are all. If not, there are loops, too many branches or too much code, and a path that
    /// is here is right nevertheless.
    pub is_complete: bool,
}
