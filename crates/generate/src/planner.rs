//! Who finds plans.

use std::borrow::Cow;

use reenact_heap::{Classes, HeapGraph, NodeId, Value};
use reenact_rebuild::history::History;
use reenact_rebuild::plan::{Member, Plan};
use reenact_rebuild::{ActionKey, Collaborator, Planner, Request};
use reenact_world::FieldId;
use rustc_hash::FxHashSet;

/// Objects to be rebuilt, and where the code that does it will stand.
pub struct Wanted<'a> {
    pub classes: &'a Classes,
    pub graph: &'a HeapGraph,
    pub roots: &'a [Value],
    /// Names for the roots; as many as there are roots.
    pub names: &'a [&'a str],
    /// Internal name of the package that the code will be in.
    pub package: &'a str,
    /// Objects that are known, by identity, to be what a static field holds.
    pub statics: &'a [(NodeId, Member)],
    /// Which fields must be right; `None` if all must.
    pub needed: Option<&'a dyn Fn(FieldId) -> bool>,
    /// A way that must not be gone, besides those that were seen to fail.
    pub avoid: Option<ActionKey>,
    /// What was seen to happen to objects of the graph.
    pub histories: &'a [History<'a>],
    /// Objects that get stand-ins.
    pub collaborators: &'a [Collaborator],
}

/// Finds plans: `reenact_rebuild`'s planner, or plans that a test made by hand.
pub trait PlanSource {
    fn plan(&mut self, wanted: &Wanted<'_>) -> Plan;
}

/// The plans of a planner, but for actions that were seen to fail.
pub struct Plans<'w> {
    planner: Planner<'w>,
    avoid: FxHashSet<ActionKey>,
}

impl<'w> Plans<'w> {
    pub fn new(planner: Planner<'w>) -> Self {
        Plans { planner, avoid: FxHashSet::default() }
    }

    /// Keeps these actions, and no others, out of plans from now on.
    pub fn avoid(&mut self, actions: FxHashSet<ActionKey>) {
        self.avoid = actions;
    }

    pub fn planner(&mut self) -> &mut Planner<'w> {
        &mut self.planner
    }
}

impl PlanSource for Plans<'_> {
    fn plan(&mut self, wanted: &Wanted<'_>) -> Plan {
        let avoid = match &wanted.avoid {
            Some(action) => {
                let mut more = self.avoid.clone();
                more.insert(action.clone());
                Cow::Owned(more)
            }
            None => Cow::Borrowed(&self.avoid),
        };
        self.planner.plan(&Request {
            classes: wanted.classes,
            graph: wanted.graph,
            roots: wanted.roots,
            names: wanted.names,
            viewpoint: wanted.package,
            statics: wanted.statics,
            needed: wanted.needed,
            avoid: &avoid,
            histories: wanted.histories,
            collaborators: wanted.collaborators,
        })
    }
}
