//! Histories of objects, in one graph with the objects themselves.
//!
//! An event has its arguments in a graph of its own. Here all of them follow the graph that was asked for, with
//! numbers of their own, so that whatever an argument is, it is planned like any other object. Where an event
//! speaks of an object that has a history, the arguments refer to that object: there is one of it.

mod actions;
mod choice;
mod merge;

pub(crate) use actions::{EventAction, EventWriter};
pub(crate) use choice::{enclosing_makers, foreign_writers, is_unexplained};

use reenact_heap::{HeapGraph, NodeId, Value};
use rustc_hash::FxHashMap;

use crate::history::{Event, History};
use crate::plan::Member;
use crate::request::Request;

/// Objects of events that are taken into account: a test with more is not readable.
const MOST_OBJECTS: usize = 100_000;

/// The histories of a request.
pub(crate) struct Histories<'h> {
    /// The graph that was asked for, and behind it what events had.
    pub graph: HeapGraph,
    /// Objects of that graph that static fields hold.
    pub statics: Vec<(NodeId, Member)>,
    histories: Vec<ObjectHistory<'h>>,
    by_node: FxHashMap<NodeId, usize>,
    /// The object whose event was entered at a time, and which one it is.
    by_time: FxHashMap<u64, (usize, usize)>,
}

/// One object and what was done to it.
pub(crate) struct ObjectHistory<'h> {
    pub node: NodeId,
    pub history: &'h History<'h>,
    /// For each event.
    pub arguments: Vec<Arguments>,
}

/// The arguments of an event.
#[derive(Default)]
pub(crate) struct Arguments {
    /// References are into the graph of all.
    pub values: Vec<Value>,
    /// Objects with histories among all that the arguments reach.
    pub tracked: Vec<NodeId>,
}

impl<'h> Histories<'h> {
    /// `None` if there is nothing to go by, or too much.
    pub fn new(request: &Request<'h>) -> Option<Self> {
        merge::merge(request, MOST_OBJECTS)
    }

    pub fn of(&self, node: NodeId) -> Option<&ObjectHistory<'h>> {
        self.by_node.get(&node).map(|&at| &self.histories[at])
    }

    /// The events that this one is inside of, from the nearest on, each with its object.
    pub fn around<'t>(
        &'t self,
        event: &Event<'_>,
    ) -> impl Iterator<Item = (&'t ObjectHistory<'h>, usize)> + 't {
        let at = |time: u64| self.by_time.get(&time).copied();
        std::iter::successors(event.parent.and_then(at), move |&(object_history, event)| {
            let event = &self.histories[object_history].history.events[event];
            // A parent was entered before; a damaged recording may claim anything.
            event.parent.filter(|&parent| parent < event.entered).and_then(at)
        })
        .map(|(object_history, event)| (&self.histories[object_history], event))
    }
}

impl ObjectHistory<'_> {
    /// Whether something was done to the object after a time.
    pub fn is_changed_after(&self, time: u64) -> bool {
        self.history.events.iter().any(|event| event.entered > time && !event.is_for_others)
    }
}
