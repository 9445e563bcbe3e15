//! The call graph: the possible targets of calls and the possible callers of methods.
//!
//! Edges are not stored. A call site names a method reference, and a reference has a set of methods that
//! it may be dispatched to; references with equal sets share one. What differs between the two
//! variants is which objects there may be:
//!
//! - by class hierarchy: objects of every class that is not abstract, function objects of every lambda;
//! - by rapid type analysis: objects that code makes which is reachable from some roots.

mod build;
mod function;
mod population;
mod rapid;
mod sets;
mod vm;

use reenact_base::{Adjacency, BitSet, Id};

use crate::World;
use crate::code::{CallKind, Handle, Site};
use crate::graph::population::Population;
use crate::graph::sets::{DispatchSets, SetId};
use crate::ids::*;

pub use rapid::Roots;

/// The call graph: possible callers and callees.
///
/// It holds no reference to the [`World`] it was made of; pass that same world to its methods.
pub struct CallGraph {
    population: Population,
    /// `None` where every method counts as reachable.
    reachable: Option<BitSet<MethodId>>,
    sets: DispatchSets,
    /// The sets that a method is in.
    sets_with: Adjacency<MethodId, SetId>,
    /// The references that have a set.
    references_of: Adjacency<SetId, MethodRefId>,
}

/// The methods that a call may run, ascending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Targets<'g> {
    /// The call is not dispatched.
    One(MethodId),
    /// The receiver's class decides.
    Any(&'g [MethodId]),
}

impl Targets<'_> {
    pub fn as_slice(&self) -> &[MethodId] {
        match self {
            Targets::One(method) => std::slice::from_ref(method),
            Targets::Any(methods) => methods,
        }
    }
}

impl CallGraph {
    /// The call graph by class hierarchy analysis.
    pub fn class_hierarchy(world: &World) -> CallGraph {
        Self::of_population(world, Population::everything(world), None)
    }

    /// The call graph by rapid type analysis: of what is reachable from some roots.
    pub fn rapid_type(world: &World, roots: &Roots) -> CallGraph {
        let (population, reachable) = rapid::explore(world, roots);
        Self::of_population(world, population, Some(reachable))
    }

    /// Whether a method may run.
    pub fn is_reachable(&self, method: MethodId) -> bool {
        self.reachable.as_ref().is_none_or(|reachable| reachable.contains(method))
    }

    /// The methods that may run; `None` if nothing was ruled out.
    pub fn reachable(&self) -> Option<&BitSet<MethodId>> {
        self.reachable.as_ref()
    }

    /// The classes of which there may be objects.
    pub fn instantiated(&self) -> &BitSet<ClassId> {
        &self.population.classes
    }

    /// The lambdas of which there may be function objects.
    pub fn lambdas(&self) -> &BitSet<LambdaId> {
        &self.population.lambdas
    }

    /// The methods that a dispatched call by a reference may run, ascending. Empty for a reference
    /// that only calls without dispatch have.
    pub fn dispatched(&self, reference: MethodRefId) -> &[MethodId] {
        self.sets.of(reference)
    }

    /// A number that references share which may be dispatched to the same methods.
    pub fn dispatch_set(&self, reference: MethodRefId) -> usize {
        self.sets.set_of(reference).index()
    }

    /// The methods that a call in code of `caller` may run.
    pub fn targets(
        &self,
        world: &World,
        caller: ClassId,
        kind: CallKind,
        reference: MethodRefId,
    ) -> Targets<'_> {
        if kind.is_dispatched() {
            return Targets::Any(self.dispatched(reference));
        }
        world.direct_target(caller, kind, reference).map_or(Targets::Any(&[]), Targets::One)
    }

    /// Visits each method that a site may run, once for each path to it.
    pub fn for_each_target(
        &self,
        world: &World,
        caller: ClassId,
        site: Site,
        mut visit: impl FnMut(MethodId),
    ) {
        for effect in world.effects(site) {
            if let Handle::Method(kind, reference) = effect {
                let targets = self.targets(world, caller, kind, reference);
                targets.as_slice().iter().for_each(|&target| visit(target));
            }
        }
    }

    /// The methods that a method may call, ascending.
    pub fn callees(&self, world: &World, method: MethodId) -> Vec<MethodId> {
        let mut callees = Vec::new();
        let view = world.view(method);
        if self.is_reachable(method) {
            for &site in view.sites() {
                self.for_each_target(world, view.class().id(), site, |target| callees.push(target));
            }
        }
        callees.sort_unstable();
        callees.dedup();
        callees
    }

    /// The methods that may call a method, ascending.
    pub fn callers(&self, world: &World, method: MethodId) -> Vec<MethodId> {
        let mut callers: Vec<MethodId> = self.some_callers(world, method).collect();
        callers.sort_unstable();
        callers.dedup();
        callers
    }

    /// The same in any order and with repetitions, for callers that stop early.
    pub fn some_callers(&self, world: &World, method: MethodId) -> impl Iterator<Item = MethodId> {
        let references = self.sets_with.row(method).iter().flat_map(|&set| self.references_of.row(set));
        let dispatching = references.flat_map(|&reference| world.dispatching_callers(reference));
        let callers = world.direct_callers(method).iter().chain(dispatching).copied();
        callers.filter(|&caller| self.is_reachable(caller))
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.population.classes.heap_bytes()
            + self.population.lambdas.heap_bytes()
            + self.reachable.as_ref().map_or(0, BitSet::heap_bytes)
            + self.sets.heap_bytes()
            + self.sets_with.heap_bytes()
            + self.references_of.heap_bytes()
    }

    fn of_population(
        world: &World,
        population: Population,
        reachable: Option<BitSet<MethodId>>,
    ) -> CallGraph {
        let sets = build::dispatch_sets(world, &population);
        let members = sets.iter().flat_map(|(set, methods)| methods.iter().map(move |&method| (method, set)));
        let sets_with = Adjacency::from_pairs(world.method_ids().len(), members);
        let references = sets.references().map(|(reference, set)| (set, reference));
        // The empty set has no method.
        let references = references.filter(|(set, _)| set.index() != 0);
        let references_of = Adjacency::from_pairs(sets.len(), references);
        CallGraph { population, reachable, sets, sets_with, references_of }
    }
}
