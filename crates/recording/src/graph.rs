//! Graphs in bytes.
//!
//! A capture is what the agent's walker saw of one invocation: the graph before, the outcome, and the
//! graph after, whole or as the difference to the one before. [`GraphEncoder`] writes it on the
//! subject's own thread, value by value, without building anything; [`decode`] makes
//! [`HeapGraph`](reenact_heap::HeapGraph)s of it, with limits, because its bytes may be anything.
//!
//! Objects are numbered by first visit, breadth first. A reference is the number of its object, whose
//! body may come later; so the walker needs a queue and no recursion. Objects have no field names: their
//! class descriptor says which fields there are, in which order, of which kind.

mod decode;
mod encode;
mod layout;

pub use decode::{Capture, GraphError, decode};
pub use encode::GraphEncoder;
pub use layout::{ClassLayout, Kind, Layouts};

use reenact_heap::Value;

reenact_base::typed_id! {
    /// A class in a recording, as the agent numbered it.
    pub struct ClassNumber;
}

/// How an invocation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It was still running when the recording ended, or its end was not seen.
    Unfinished,
    /// It returned; `None` from a `void` method.
    Returned(Option<Value>),
    /// It threw this object.
    Threw(Value),
}

/// The form in which the state after a call is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// Not captured.
    Absent,
    /// A graph of its own, whose objects have numbers of their own.
    Full,
    /// Objects that changed, and new ones; the numbers are those of the graph before, continued.
    Difference,
}

/// A primitive value that was masked: it reads as zero, and nothing is claimed of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MaskedSlot {
    /// In the graph after the call, not the one before.
    pub after: bool,
    /// The object's number; `None` for a root.
    pub node: Option<u32>,
    /// Which field in the order of [`Classes::all_fields`](reenact_heap::Classes::all_fields), or which root.
    pub slot: u32,
}

/// First numbers of bodies; objects are [`OBJECT`] plus the number of their class.
mod tag {
    pub const END: u64 = 0;
    pub const LATIN1: u64 = 1;
    pub const UTF16: u64 = 2;
    pub const CLASS_OBJECT: u64 = 3;
    /// Eight of them, in the order of [`Kind`](super::Kind).
    pub const PRIMITIVES: u64 = 4;
    pub const FRONTIER: u64 = 12;
    pub const BUDGET: u64 = 13;
    pub const MASKED: u64 = 14;
    pub const ARRAY: u64 = 15;
    pub const OBJECT: u64 = 32;
}

#[cfg(test)]
mod tests;
