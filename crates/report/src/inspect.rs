//! Reports on recordings: a recording as a whole, a list of invocations, one invocation with its objects.
//!
//! - [`Summary`], [`InvocationList`] and [`Invocation`] are the reports.
//! - A [`State`] is a table of objects, from which trees, JSON and drawings are made. `verbs` decodes heap graphs into it,
//!   within a [`Detail`].
//!
//! Recorded data is not trusted: `verbs` fills these reports with text that has no control characters, and pages
//! escape it.

mod state;
mod tree;

mod invocation;
mod list;
mod notes;
mod summary;

mod html;
mod picture;

#[cfg(test)]
mod tests;

pub use invocation::{Change, Invocation, Mark, Outcome, Relative, Thread};
pub use list::{InvocationLine, InvocationList};
pub use notes::{ObjectHistory, StaticField};
pub use state::{Detail, Object, ObjectKind, Part, Role, Slot, State};
pub use summary::{Class, End, Invocations, Joined, Method, Objects, Segment, Statistics, Subject, Summary};
