//! The fields that a method may read and write, with everything that it may call.
//!
//! An over-approximation, but for what is said here:
//!
//! - The subject's code, which is all that is not the JDK's, is followed by the call graph that is given.
//! - The JDK's code is not followed. It knows the subject's classes only through the JDK's own types: a call
//!   of a JDK method may run what subject classes override of the types that it is given (`platform.rs` has
//!   the rules), and may read and write the JDK's own fields, which are not listed.
//! - Code that was not read (missing libraries, interfaces that nothing here implements) is taken for code
//!   like the JDK's; [`Outside::missing`] says that it is called.
//! - Native methods of the subject, and reflection, method handles, serialization and service loading by
//!   subject code may do anything: then all answers are [`Fields::Anything`]. But where only the JDK's calls of
//!   `equals`, `hashCode`, `toString` and `compareTo` lead there, it is no more than a flag in [`Outside`]:
//!   somewhere on every class path there is a `toString` that reflects.
//! - Class initialisers are not counted: they run once, and may have run long before.
//! - Callbacks that outlive the call, such as tasks of a thread pool, are counted where they are handed over.

mod catalog;
mod local;
mod platform;

pub use platform::reflects;

use std::sync::Arc;

use reenact_base::{BitSet, Memo};
use reenact_world::{CallGraph, ClassId, FieldId, MethodId, MethodRefId, World};
use rustc_hash::FxHashSet;

use local::{Local, Locals};
use platform::Identity;

/// How much is looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EffectLimits {
    /// Methods that one method may reach. With more the answer is [`Fields::Anything`].
    pub methods: usize,
}

impl Default for EffectLimits {
    fn default() -> Self {
        EffectLimits { methods: 20_000 }
    }
}

/// The effects of a program's methods. Summaries are computed when they are asked for, and kept; threads may
/// share them.
pub struct Effects<'a> {
    world: &'a World,
    graph: &'a CallGraph,
    limits: EffectLimits,
    locals: Locals,
    dispatches: Memo<MethodRefId, Arc<[Node]>>,
    callbacks: Memo<ClassId, Arc<[Node]>>,
    identities: Memo<Identity, Arc<[Node]>>,
    summaries: Memo<MethodId, Arc<Summary>>,
}

/// The summary of a method, with everything that it may call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    pub reads: Fields,
    pub writes: Fields,
    pub reads_arrays: bool,
    pub writes_arrays: bool,
    /// Whether it may call the JDK, whose own state is not listed.
    pub calls_platform: bool,
    pub outside: Outside,
    /// Methods of the subject that it may run, itself included.
    pub methods: usize,
}

/// Effects that cannot be seen in the code that was read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Outside {
    /// Native methods of the subject.
    pub native: bool,
    /// Methods that were not read, or that nothing here implements.
    pub missing: bool,
    /// Reflection and its kin.
    pub reflection: bool,
}

/// Fields of the subject's classes, ascending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fields {
    Only { instance: Vec<FieldId>, statics: Vec<FieldId> },
    Anything,
}

impl Summary {
    fn add(&mut self, local: &Local) {
        self.reads_arrays |= local.reads_arrays;
        self.writes_arrays |= local.writes_arrays;
        self.calls_platform |= local.calls_platform;
        self.outside.native |= local.outside.native;
        self.outside.missing |= local.outside.missing;
        self.outside.reflection |= local.outside.reflection;
    }
}

impl Fields {
    pub fn contains(&self, field: FieldId) -> bool {
        match self {
            Fields::Only { instance, statics } => {
                instance.binary_search(&field).is_ok() || statics.binary_search(&field).is_ok()
            }
            Fields::Anything => true,
        }
    }
}

/// Something that a call may lead to. Sets of methods that many calls share are one node each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Node {
    Method(MethodId),
    Dispatch(MethodRefId),
    /// Methods of subject classes that override those of the JDK's types, in subtypes of one.
    Callbacks(ClassId),
    /// Overrides, by subject classes, of a method that any object has.
    Identities(Identity),
}

impl<'a> Effects<'a> {
    pub fn new(world: &'a World, graph: &'a CallGraph) -> Self {
        Self::with_limits(world, graph, EffectLimits::default())
    }

    pub fn with_limits(world: &'a World, graph: &'a CallGraph, limits: EffectLimits) -> Self {
        Effects {
            world,
            graph,
            limits,
            locals: Locals::default(),
            dispatches: Memo::default(),
            callbacks: Memo::default(),
            identities: Memo::default(),
            summaries: Memo::default(),
        }
    }

    /// As [`Effects::new`], with the answers for some methods worked out already.
    pub fn of(world: &'a World, graph: &'a CallGraph, roots: impl Iterator<Item = MethodId>) -> Self {
        let effects = Self::new(world, graph);
        roots.for_each(|root| {
            effects.summary(root);
        });
        effects
    }

    /// The fields that a method may read, with everything that it may call.
    pub fn may_read(&self, method: MethodId) -> Fields {
        self.summary(method).reads.clone()
    }

    /// The fields that a method may write, with everything that it may call.
    pub fn may_write(&self, method: MethodId) -> Fields {
        self.summary(method).writes.clone()
    }

    /// The fields that a method's own code writes, ascending. Those of the JDK's classes as well.
    pub fn local_writes(&self, method: MethodId) -> Vec<FieldId> {
        self.local(method).all_writes.clone()
    }

    /// The summary of a method, with everything that it may call.
    pub fn summary(&self, method: MethodId) -> Arc<Summary> {
        self.summaries.get_or_insert_with(method, |&method| Arc::new(self.explore(method)))
    }

    fn explore(&self, root: MethodId) -> Summary {
        let (mut reads, mut writes) = (BitSet::new(), BitSet::new());
        let mut summary = Summary {
            reads: Fields::Anything,
            writes: Fields::Anything,
            reads_arrays: false,
            writes_arrays: false,
            calls_platform: false,
            outside: Outside::default(),
            methods: 0,
        };
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut todo = vec![Node::Method(root)];
        // Overrides of `equals` and its kin come last: what these do by reflection is not what the
        // method was written for.
        let mut later = Vec::new();
        seen.insert(todo[0]);
        let mut is_direct = true;
        loop {
            let Some(node) = todo.pop() else {
                if later.is_empty() {
                    break;
                }
                is_direct = false;
                todo.append(&mut later);
                continue;
            };
            if is_direct && matches!(node, Node::Identities(_)) {
                later.push(node);
                continue;
            }
            let Node::Method(method) = node else {
                let next = self.members(node);
                todo.extend(next.iter().copied().filter(|&next| seen.insert(next)));
                continue;
            };
            summary.methods += 1;
            let local = self.local(method);
            local.reads.iter().for_each(|&field| {
                reads.insert(field);
            });
            local.writes.iter().for_each(|&field| {
                writes.insert(field);
            });
            summary.add(&local);
            let may_do_anything = local.outside.native || local.outside.reflection;
            if is_direct && may_do_anything || summary.methods > self.limits.methods {
                // Whatever else there is, the answer is known.
                summary.reads_arrays = true;
                summary.writes_arrays = true;
                summary.calls_platform = true;
                return summary;
            }
            todo.extend(local.next.iter().copied().filter(|&next| seen.insert(next)));
        }
        summary.reads = self.fields(&reads);
        summary.writes = self.fields(&writes);
        summary
    }

    fn fields(&self, set: &BitSet<FieldId>) -> Fields {
        let is_static = |field: &FieldId| self.world.view(*field).access_flags().is_static();
        let (statics, instance) = set.iter().partition(is_static);
        Fields::Only { instance, statics }
    }

    fn local(&self, method: MethodId) -> Arc<Local> {
        self.locals.get(self.world, method)
    }

    /// The members of a shared set.
    fn members(&self, node: Node) -> Arc<[Node]> {
        let (world, graph) = (self.world, self.graph);
        match node {
            Node::Method(_) => Arc::new([node]),
            Node::Dispatch(reference) => {
                self.dispatches.get_or_insert_with(reference, |&reference| self.dispatched(reference))
            }
            Node::Callbacks(class) => {
                self.callbacks.get_or_insert_with(class, |&class| platform::callbacks(world, graph, class))
            }
            Node::Identities(identity) => self
                .identities
                .get_or_insert_with(identity, |&identity| platform::identities(world, graph, identity)),
        }
    }

    /// The subject's methods among those that a dispatched call may run.
    fn dispatched(&self, reference: MethodRefId) -> Arc<[Node]> {
        let targets = self.graph.dispatched(reference).iter().copied();
        targets.filter(|&target| !self.world.view(target).class().is_platform()).map(Node::Method).collect()
    }
}
