//! The interface to the planner.

use reenact_heap::{Classes, HeapGraph, NodeId, Value};
use reenact_rebuild::history::History;
use reenact_rebuild::plan::{Member, Plan};
use reenact_rebuild::{ActionKey, Collaborator, Memory, Planner, Request};
use reenact_world::FieldId;
use rustc_hash::FxHashSet;

/// Objects to be rebuilt, and the package of the code that does it.
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
    /// Actions that must not be taken: they were seen to give wrong objects.
    pub avoid: &'a FxHashSet<ActionKey>,
    /// Recorded histories of objects of the graph.
    pub histories: &'a [History<'a>],
    /// Objects that get stand-ins.
    pub collaborators: &'a [Collaborator],
    /// Recipes of earlier plans for the same objects.
    pub memory: Option<&'a Memory>,
}

/// Finds plans: `reenact_rebuild`'s planner, or plans that a test made by hand.
pub trait PlanSource {
    fn plan(&self, wanted: &Wanted<'_>) -> Plan;
}

impl PlanSource for Planner<'_> {
    fn plan(&self, wanted: &Wanted<'_>) -> Plan {
        Planner::plan(
            self,
            &Request {
                classes: wanted.classes,
                graph: wanted.graph,
                roots: wanted.roots,
                names: wanted.names,
                viewpoint: wanted.package,
                statics: wanted.statics,
                needed: wanted.needed,
                avoid: wanted.avoid,
                histories: wanted.histories,
                collaborators: wanted.collaborators,
                memory: wanted.memory,
            },
        )
    }
}
