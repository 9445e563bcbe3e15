//! What a recording holds: as a whole, as a list of invocations, one invocation with its objects.
//!
//! Recorded data is hostile until proven otherwise. What comes from it is kept here in words that a
//! terminal does not obey (see [`reenact_heap::words`]), and escaped again in pages.
//!
//! - [`Summary`], [`InvocationList`] and [`Invocation`] are the reports.
//! - [`State::of`] makes a table of a heap graph, within a [`Detail`], which trees, JSON and drawings are
//!   made from.

mod form;
mod state;
mod take;
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
pub use state::{Object, ObjectKind, Part, Role, Slot, State};
pub use summary::{Class, End, Invocations, Method, Objects, Segment, Statistics, Subject, Summary};
pub use take::{Detail, Told};
