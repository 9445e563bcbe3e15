//! Computing the dispatch sets of all references at once.
//!
//! References are taken together by name and descriptor, so that the question which method a class
//! runs is answered once for all of them.

use rayon::prelude::*;
use reenact_base::{Adjacency, BitSet, IdVec};
use rustc_hash::FxHashSet;

use crate::World;
use crate::code::Handle;
use crate::graph::function::{Functions, Implementation};
use crate::graph::population::Population;
use crate::graph::sets::DispatchSets;
use crate::ids::*;
use crate::resolve::{MostSpecific, ResolveError};

/// Names and descriptors in a unit of parallel work.
const CHUNK: usize = 1024;

/// The dispatch sets of all references that some call dispatches by.
pub(super) fn dispatch_sets(world: &World, population: &Population) -> DispatchSets {
    let functions = Functions::of(world);
    let dispatched = dispatched_references(world);
    let references = &world.tables.code.method_refs;
    let pairs = dispatched.iter().map(|&reference| (references[reference].name_and_type, reference));
    let by_name = Adjacency::from_pairs(world.tables.name_and_types.len(), pairs);
    let names: Vec<NameAndTypeId> =
        world.tables.name_and_types.keys().ids().filter(|&id| !by_name.row(id).is_empty()).collect();
    let partial: Vec<(MethodRefId, Partial)> = names
        .par_chunks(CHUNK)
        .map_init(
            || Scratch::new(world),
            |scratch, names| {
                let mut sets = Vec::new();
                for &name_and_type in names {
                    let named = Named::new(world, name_and_type, scratch);
                    for &reference in by_name.row(name_and_type) {
                        sets.push((reference, named.partial(reference, population, &functions, scratch)));
                    }
                }
                sets
            },
        )
        .flatten_iter()
        .collect();
    let count = references.len();
    DispatchSets::new(count, complete(count, partial).into_iter())
}

/// The references of dispatched calls, and of lambdas whose implementation is dispatched; ascending.
fn dispatched_references(world: &World) -> Vec<MethodRefId> {
    let by_lambda: BitSet<MethodRefId> = world
        .lambdas()
        .filter_map(|lambda| match lambda.implementation() {
            Handle::Method(kind, reference) if kind.is_dispatched() => Some(reference),
            _ => None,
        })
        .collect();
    let all = world.tables.code.method_refs.keys().ids();
    all.filter(|&id| by_lambda.contains(id) || !world.dispatching_callers(id).is_empty()).collect()
}

/// A dispatch set but for what dispatched implementations of lambdas add.
struct Partial {
    methods: Vec<MethodId>,
    through: Vec<MethodRefId>,
}

/// Adds to each set those of the references that it goes through, directly or not. A function object
/// may call another one of its own interface, so these may go in circles.
fn complete(count: usize, partial: Vec<(MethodRefId, Partial)>) -> Vec<(MethodRefId, Vec<MethodId>)> {
    let mut position: IdVec<MethodRefId, Option<u32>> = IdVec::filled(None, count);
    for (index, (reference, _)) in partial.iter().enumerate() {
        position[*reference] = Some(index as u32);
    }
    let completed = |(reference, set): &(MethodRefId, Partial)| {
        if set.through.is_empty() {
            return (*reference, set.methods.clone());
        }
        let mut seen: FxHashSet<MethodRefId> = FxHashSet::from_iter([*reference]);
        let mut todo = set.through.clone();
        let mut methods = set.methods.clone();
        while let Some(next) = todo.pop() {
            if let (true, Some(index)) = (seen.insert(next), position[next]) {
                let (_, set) = &partial[index as usize];
                methods.extend_from_slice(&set.methods);
                todo.extend_from_slice(&set.through);
            }
        }
        methods.sort_unstable();
        methods.dedup();
        (*reference, methods)
    };
    partial.par_iter().map(completed).collect()
}

/// Per-class answers for one name and descriptor. An answer counts only under the current stamp, so
/// that nothing needs clearing.
struct Scratch {
    stamp: u32,
    declared: IdVec<ClassId, (u32, Option<MethodId>)>,
    /// The nearest declaration, upwards from the class.
    nearest: IdVec<ClassId, (u32, Option<MethodId>)>,
    path: Vec<ClassId>,
}

impl Scratch {
    fn new(world: &World) -> Self {
        let count = world.class_ids().len();
        Scratch {
            stamp: 0,
            declared: IdVec::filled((0, None), count),
            nearest: IdVec::filled((0, None), count),
            path: Vec::new(),
        }
    }

    fn declared(&self, class: ClassId) -> Option<MethodId> {
        let (stamp, method) = self.declared[class];
        method.filter(|_| stamp == self.stamp)
    }

    /// The instance method that a class declares or inherits from a superclass.
    fn nearest(&mut self, world: &World, class: ClassId) -> Option<MethodId> {
        let mut current = Some(class);
        let found = loop {
            let Some(class) = current else { break None };
            let (stamp, known) = self.nearest[class];
            if stamp == self.stamp {
                break known;
            }
            if let Some(declared) = self.declared(class) {
                break Some(declared);
            }
            self.path.push(class);
            current = world.superclass(class);
        };
        for class in self.path.drain(..) {
            self.nearest[class] = (self.stamp, found);
        }
        found
    }
}

/// All methods with one name and descriptor.
struct Named<'w> {
    world: &'w World,
    name_and_type: NameAndTypeId,
    /// Whether overriding depends on packages, so that the nearest declaration may not be selected.
    has_package_private: bool,
    has_default: bool,
}

impl<'w> Named<'w> {
    fn new(world: &'w World, name_and_type: NameAndTypeId, scratch: &mut Scratch) -> Self {
        scratch.stamp += 1;
        let mut named = Named { world, name_and_type, has_package_private: false, has_default: false };
        for &method in world.methods_named(name_and_type) {
            let row = &world.tables.methods[method];
            let flags = row.access_flags;
            // JVMS 5.4.6 selects among instance methods that are not private.
            if flags.is_static() || flags.is_private() {
                continue;
            }
            let is_interface = world.tables.classes[row.class].access_flags.is_interface();
            named.has_package_private |= flags.is_package_private();
            named.has_default |= is_interface && !flags.is_abstract();
            if !is_interface {
                scratch.declared[row.class] = (scratch.stamp, Some(method));
            }
        }
        named
    }

    fn partial(
        &self,
        reference: MethodRefId,
        population: &Population,
        functions: &Functions,
        scratch: &mut Scratch,
    ) -> Partial {
        let world = self.world;
        let mut set = Partial { methods: Vec::new(), through: Vec::new() };
        let resolved = match world.resolved_method(reference) {
            Ok(resolved) => Some(resolved),
            Err(ResolveError::MissingClass(_)) => None,
            Err(_) => return set,
        };
        if let Some(resolved) = resolved {
            let flags = world.tables.methods[resolved].access_flags;
            if flags.is_static() {
                return set;
            }
            if flags.is_private() || world.is_signature_polymorphic(resolved) {
                set.methods.push(resolved);
                return set;
            }
        }
        let name = world.method_ref(reference).class;
        let mut add = |set: &mut Partial, receiver: ClassId| {
            if population.classes.contains(receiver)
                && let Some(method) = self.select(receiver, resolved, scratch)
                && set.methods.last() != Some(&method)
            {
                set.methods.push(method);
            }
        };
        match world.class_of_symbol(name) {
            Some(class) if Some(class) == world.known.object => {
                world.hierarchy.all_classes().iter().for_each(|&receiver| add(&mut set, receiver));
            }
            Some(class) => {
                add(&mut set, class);
                world.subtypes(class).iter().for_each(|&receiver| add(&mut set, receiver));
            }
            None if world.is_array(name) => set.methods.extend(resolved),
            None => {
                for &class in world.direct_subtypes_of_missing(name) {
                    add(&mut set, class);
                    world.subtypes(class).iter().for_each(|&receiver| add(&mut set, receiver));
                }
            }
        }
        self.add_functions(name, population, functions, &mut set);
        set.methods.sort_unstable();
        set.methods.dedup();
        set.through.sort_unstable();
        set.through.dedup();
        set
    }

    /// The method that runs on an object of a class.
    fn select(
        &self,
        receiver: ClassId,
        resolved: Option<MethodId>,
        scratch: &mut Scratch,
    ) -> Option<MethodId> {
        let world = self.world;
        if let (true, Some(resolved)) = (self.has_package_private, resolved) {
            return world.select(receiver, resolved).ok();
        }
        if let Some(nearest) = scratch.nearest(world, receiver) {
            return (!world.tables.methods[nearest].access_flags.is_abstract()).then_some(nearest);
        }
        if !self.has_default {
            return None;
        }
        match world.most_specific(receiver, self.name_and_type) {
            MostSpecific::One(method) => Some(method),
            _ => None,
        }
    }

    fn add_functions(
        &self,
        class_name: reenact_base::Symbol,
        population: &Population,
        functions: &Functions,
        set: &mut Partial,
    ) {
        let world = self.world;
        let mut add = |lambda: LambdaId| match Functions::implementation(world, lambda) {
            Some(Implementation::Method(method) | Implementation::New(method)) => set.methods.push(method),
            Some(Implementation::Dispatched(reference)) => set.through.push(reference),
            None => {}
        };
        for &lambda in functions.of_missing(class_name) {
            if population.lambdas.contains(lambda) && Functions::implements(world, lambda, self.name_and_type)
            {
                add(lambda);
            }
        }
        let Some(class) = world.class_of_symbol(class_name) else { return };
        let mut inheriting = Vec::new();
        for shape in functions.shapes_of(world, class) {
            let mut inherits = false;
            for &lambda in functions.lambdas_of(shape) {
                if !population.lambdas.contains(lambda) {
                    continue;
                }
                if Functions::implements(world, lambda, self.name_and_type) {
                    add(lambda);
                } else {
                    inherits = true;
                }
            }
            if inherits {
                inheriting.push(shape);
            }
        }
        let inherited =
            inheriting.iter().filter_map(|&shape| functions.inherited(world, shape, self.name_and_type));
        set.methods.extend(inherited);
    }
}
