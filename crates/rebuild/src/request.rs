//! Requests to a [`Planner`](crate::Planner).

use reenact_heap::{Classes, HeapGraph, NodeId, Value};
use reenact_world::FieldId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::adapter::Adapter;
use crate::collaborator::Collaborator;
use crate::costs::Costs;
use crate::history::History;
use crate::memory::Memory;
use crate::plan::{Making, Member, ObjectId, Plan, Step, Strategy};

/// Objects to be rebuilt, and where the code that does it will stand.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub classes: &'a Classes,
    pub graph: &'a HeapGraph,
    /// The wanted values: a receiver, arguments. They share one graph and one plan.
    pub roots: &'a [Value],
    /// Names for the roots, such as those of the parameters; as many as there are roots, or none.
    pub names: &'a [&'a str],
    /// Internal name of the package that the code will be in, such as `org/apache/pdfbox/cos`.
    pub viewpoint: &'a str,
    /// Objects that are known, by identity, to be what a static field holds.
    pub statics: &'a [(NodeId, Member)],
    /// Which fields must be right. `None` if all must. Others are made right where that costs little.
    pub needed: Option<&'a dyn Fn(FieldId) -> bool>,
    /// Objects that get stand-ins.
    pub collaborators: &'a [Collaborator],
    /// Actions that gave a wrong object when they were run, the planner's only memory of failures: the next best are tried instead.
    pub avoid: &'a FxHashSet<ActionKey>,
    /// Recorded histories of objects, for those that cannot be made otherwise.
    pub histories: &'a [History<'a>],
    /// Recipes of earlier requests about the same objects; see there what these must have in common.
    pub memory: Option<&'a Memory>,
}

/// An action for the objects of a class, named by the caller that saw it fail.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ActionKey {
    /// Internal name of the class of the object that is made or changed.
    pub class: Box<str>,
    /// The constructor, method or field.
    pub member: Member,
}

impl ActionKey {
    /// Doing again what happened to objects of a class: it is right as a whole or not at all.
    pub fn history(class: &str) -> Self {
        ActionKey { class: class.into(), member: Member::new(class, "", "") }
    }

    /// Comparing an object of a class with one that a test makes, by the `equals` of the class.
    pub fn comparison(class: &str) -> Self {
        ActionKey { class: class.into(), member: Member::new(class, "equals", "(Ljava/lang/Object;)Z") }
    }

    /// The actions that a plan takes, each with the object that it makes or changes: what to avoid if that object
    /// is wrong. Constants, arrays and literals are not actions.
    pub fn of(plan: &Plan) -> Vec<(ObjectId, ActionKey)> {
        let mut classes: FxHashMap<ObjectId, &str> = FxHashMap::default();
        let mut replayed: FxHashSet<ObjectId> = FxHashSet::default();
        let mut keys = Vec::new();
        for step in &plan.steps {
            let (object, member) = match step {
                Step::Make { object, made } => {
                    classes.insert(*object, &made.class);
                    if made.strategy == Strategy::History {
                        replayed.insert(*object);
                        keys.push((*object, ActionKey::history(&made.class)));
                        continue;
                    }
                    match &made.making {
                        Making::Constructor { method, .. }
                        | Making::Factory { method, .. }
                        | Making::Result { method, .. } => (*object, method),
                        Making::Chain { calls, .. } => match calls.last() {
                            Some((method, _)) => (*object, method),
                            None => continue,
                        },
                        _ => continue,
                    }
                }
                Step::Call { on, method, .. } | Step::Attempt { on, method, .. } => (*on, method),
                Step::Assign { on, field, .. } => (*on, field),
                Step::CallStatic { .. } | Step::SetElement { .. } => continue,
            };
            if let Some(class) = classes.get(&object)
                && !replayed.contains(&object)
            {
                keys.push((object, ActionKey { class: (*class).into(), member: member.clone() }));
            }
        }
        keys
    }
}

/// Options for all requests.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The Java release that the code will be compiled for: `List.of` is there from 9 on.
    pub release: u8,
    pub costs: Costs,
    /// Expressions that the user wrote for objects of a class.
    pub adapters: Vec<Adapter>,
    pub limits: Limits,
}

impl Options {
    pub fn new(release: u8) -> Self {
        Options { release, costs: Costs::default(), adapters: Vec::new(), limits: Limits::default() }
    }
}

/// Bounds: larger plans are not readable, or take too long to find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Steps of a plan.
    pub steps: usize,
    /// States that the choice of actions for one object looks at.
    pub states: usize,
    /// Paths of one constructor or method that are considered.
    pub paths: usize,
    /// How deep objects that only help, such as builders, may need others.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 1_000_000, states: 20_000, paths: 64, depth: 2 }
    }
}
