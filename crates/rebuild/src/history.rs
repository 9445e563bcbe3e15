//! Recorded histories of objects: the input of history-based plans.
//!
//! The reader of a recording gives histories in these terms; nothing here knows how they were recorded.

use reenact_heap::{ClassId, HeapGraph, NodeId, Value};

use crate::plan::Member;

/// The events of one object, up to the time at which it is wanted.
#[derive(Clone)]
pub struct History<'a> {
    /// Its number, by which events speak of it; 0 if nothing of it was seen.
    pub id: u64,
    pub class: ClassId,
    /// The object in the graph; `None` for one that only events speak of.
    pub node: Option<NodeId>,
    /// Something was not kept: the events do not explain the object.
    pub is_lost: bool,
    /// In the order in which they were entered. The first one says how the object was made.
    pub events: Vec<Event<'a>>,
}

/// Something that was done to an object.
#[derive(Clone)]
pub struct Event<'a> {
    pub kind: EventKind,
    /// Logical times: one clock for all histories. No two events were entered at the same time.
    pub entered: u64,
    pub exited: u64,
    /// When the event around this one was entered, which is another object's: doing that does this as well.
    pub parent: Option<u64>,
    /// An exception ended it.
    pub threw: bool,
    /// Whether it changed anything could not be found out.
    pub is_assumed: bool,
    /// It changed other objects only: it is repeated if one of those cannot be made without.
    pub is_for_others: bool,
    /// An argument was kept out of the recording.
    pub is_masked: bool,
    /// Without the receiver; references are into `graph`.
    pub arguments: &'a [Value],
    /// The arguments as they were then.
    pub graph: &'a HeapGraph,
    /// Objects of `graph` that have histories, with their numbers: what they are in `graph` does not count.
    pub objects: Vec<(NodeId, u64)>,
    /// Objects of `graph` that static fields hold.
    pub statics: Vec<(NodeId, Member)>,
}

/// The kind of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// The constructor that `new` named.
    Construct(Member),
    /// A static method that made the object and gave it back.
    Factory(Member),
    /// A method that changed the object.
    Call(Member),
    /// A field that was written from outside; its new value is the argument.
    Assign(Member),
}

impl EventKind {
    pub fn member(&self) -> &Member {
        match self {
            EventKind::Construct(member)
            | EventKind::Factory(member)
            | EventKind::Call(member)
            | EventKind::Assign(member) => member,
        }
    }

    /// Whether it says how the object was made.
    pub fn is_origin(&self) -> bool {
        matches!(self, EventKind::Construct(_) | EventKind::Factory(_))
    }
}
