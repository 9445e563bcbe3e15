//! The methods that are analysed, and their call graph.

use std::sync::Arc;

use rayon::prelude::*;
use reenact_base::{Adjacency, BitSet, Id};
use reenact_classfile::MethodDescriptor;
use reenact_world::{FieldId, MethodId, MethodRefId, World};
use rustc_hash::FxHashMap;

use crate::catalog::Catalog;
use crate::lift::Recorder;
use crate::scope::Scope;
use crate::skeleton::{Skeletons, Target};

/// All analysed methods, by position, with callers and callees.
pub(crate) struct Program<'a> {
    pub scope: &'a Scope<'a>,
    pub catalog: &'a Catalog,
    /// Ascending.
    pub methods: Vec<MethodId>,
    pub skeletons: Skeletons,
    pub facts: Vec<Facts>,
    /// By dispatch: its number of arguments besides the receiver.
    dispatched: Vec<u32>,
    /// By position of a method: its height above the leaves of the call graph.
    pub levels: Vec<u32>,
    /// The reasons for which methods of the subject cannot be points.
    obstacles: FxHashMap<MethodId, Arc<str>>,
    /// By method; [`NOWHERE`] for those that are not analysed.
    positions: Vec<u32>,
    /// By node: the positions of its callers.
    callers: Adjacency<u32, u32>,
    /// By dispatch, ascending.
    targets: Adjacency<u32, u32>,
    /// By position: the dispatches that may select it.
    dispatches_to: Adjacency<u32, u32>,
    readers: Adjacency<FieldId, u32>,
}

const NOWHERE: u32 = u32::MAX;

reenact_base::flag_set! {
    /// Properties of an analysed method.
    pub(crate) struct Facts: u8 {
        MOCKABLE,
        /// Replay answers it whatever its arguments are: it calls out, or is a direct point.
        ANSWERED,
        CONSTRUCTOR,
        /// It is the subject's own.
        OWN,
        STATIC,
        HAS_RESULT,
    }
}

impl<'a> Program<'a> {
    pub fn new(
        scope: &'a Scope<'a>,
        catalog: &'a Catalog,
        methods: Vec<MethodId>,
        skeletons: Skeletons,
        recorder: &Recorder<'_>,
    ) -> Self {
        let mut positions = vec![NOWHERE; scope.world.method_ids().len()];
        for (position, method) in methods.iter().enumerate() {
            positions[method.index()] = position as u32;
        }
        let known: Vec<(Facts, Option<String>)> = methods
            .par_iter()
            .map(|&method| {
                let view = scope.world.view(method);
                let is_own = scope.is_own(view.class().id());
                let obstacle = if is_own { recorder.obstacle(method) } else { None };
                let descriptor = view.parsed_descriptor();
                let has_result = descriptor.is_some_and(|descriptor| descriptor.result().is_some());
                let facts = Facts::NONE
                    .with(Facts::MOCKABLE, obstacle.is_none() && scope.is_mockable(method))
                    .with(Facts::CONSTRUCTOR, view.is_constructor())
                    .with(Facts::OWN, is_own)
                    .with(Facts::STATIC, view.access_flags().is_static())
                    .with(Facts::HAS_RESULT, has_result);
                (facts, obstacle)
            })
            .collect();
        let mut facts = Vec::with_capacity(methods.len());
        let mut obstacles = FxHashMap::default();
        let mut words: FxHashMap<String, Arc<str>> = FxHashMap::default();
        for (&method, (known, obstacle)) in methods.iter().zip(known) {
            facts.push(known);
            if let Some(obstacle) = obstacle {
                let words = words.entry(obstacle).or_insert_with_key(|words| words.as_str().into());
                obstacles.insert(method, Arc::clone(words));
            }
        }
        let mut program = Program {
            scope,
            catalog,
            methods,
            skeletons,
            facts,
            dispatched: Vec::new(),
            levels: Vec::new(),
            obstacles,
            positions,
            callers: Adjacency::default(),
            targets: Adjacency::default(),
            dispatches_to: Adjacency::default(),
            readers: Adjacency::default(),
        };
        program.find_callees();
        program.find_callers_and_levels();
        program.find_readers();
        program
    }

    /// Marks methods that are points independently of other methods.
    pub fn answer(&mut self, methods: impl Iterator<Item = MethodId>) {
        for method in methods {
            if let Some(position) = self.position(method) {
                let facts = &mut self.facts[position];
                *facts = facts.with(Facts::ANSWERED, facts.has(Facts::MOCKABLE));
            }
        }
    }

    /// Links every call to its callee. References with the same targets share a dispatch; a single target needs
    /// none.
    fn find_callees(&mut self) {
        let (scope, skeletons) = (self.scope, &self.skeletons);
        let calls = skeletons.iter().flat_map(|skeleton| skeleton.calls);
        let mut references: BitSet<MethodRefId> = BitSet::new();
        for call in calls {
            if let Target::Dispatched(reference) = call.target {
                references.insert(reference);
            }
        }
        let mut shared: FxHashMap<(usize, u32), Option<Callee>> = FxHashMap::default();
        let mut callees: FxHashMap<MethodRefId, Option<Callee>> = FxHashMap::default();
        let mut targets: Vec<(u32, u32)> = Vec::new();
        for reference in references.iter() {
            let given = given(scope.world, reference);
            let callee = *shared.entry((scope.graph.dispatch_set(reference), given)).or_insert_with(|| {
                let methods = scope.graph.dispatched(reference).iter();
                let found: Vec<u32> =
                    methods.filter_map(|&method| self.position(method)).map(|at| at as u32).collect();
                match found[..] {
                    [] => None,
                    [one] if skeletons.parameters(one as usize) == given + 1 => Some(Callee::Method(one)),
                    _ => {
                        let at = self.dispatched.len() as u32;
                        targets.extend(found.into_iter().map(|target| (at, target)));
                        Some(Callee::Dispatch(at))
                    }
                }
            });
            if callee == Some(Callee::Dispatch(self.dispatched.len() as u32)) {
                self.dispatched.push(given);
            }
            callees.insert(reference, callee);
        }
        self.targets = Adjacency::from_pairs(self.dispatched.len(), targets.iter().copied());
        let reversed = targets.iter().map(|&(at, target)| (target, at));
        self.dispatches_to = Adjacency::from_pairs(self.methods.len(), reversed);
        let positions = &self.positions;
        self.skeletons.link(|target| match target {
            Target::One(method) => {
                let position = positions[method.index()];
                (position != NOWHERE).then_some(Callee::Method(position))
            }
            Target::Dispatched(reference) => callees.get(&reference).copied().flatten(),
        });
    }

    fn find_callers_and_levels(&mut self) {
        let count = self.methods.len();
        let calls: Vec<(u32, u32)> = (0..count as u32)
            .into_par_iter()
            .flat_map_iter(|caller| {
                let calls = self.skeletons.get(caller as usize).calls.iter();
                let callees = calls.filter_map(|call| call.callee).map(|callee| callee.node(count));
                let mut callees: Vec<u32> = callees.collect();
                callees.sort_unstable();
                callees.dedup();
                callees.into_iter().map(move |callee| (caller, callee))
            })
            .collect();
        let reversed = calls.iter().map(|&(caller, callee)| (callee, caller));
        self.callers = Adjacency::from_pairs(count + self.dispatched.len(), reversed);
        self.levels = self.find_levels(&Adjacency::from_pairs(count, calls.iter().copied()));
    }

    fn find_readers(&mut self) {
        let reads = |caller: u32| {
            let loads = self.skeletons.get(caller as usize).loads.iter();
            let mut fields: Vec<FieldId> = loads.map(|load| load.field).collect();
            fields.sort_unstable();
            fields.dedup();
            fields.into_iter().map(move |field| (field, caller))
        };
        let reads: Vec<(FieldId, u32)> =
            (0..self.methods.len() as u32).into_par_iter().flat_map_iter(reads).collect();
        self.readers = Adjacency::from_pairs(self.scope.world.field_ids().len(), reads.iter().copied());
    }

    /// Returns levels in which callees lie below their callers, except for one call of every cycle.
    fn find_levels(&self, callees: &Adjacency<u32, u32>) -> Vec<u32> {
        const UNSEEN: u32 = u32::MAX;
        const OPEN: u32 = u32::MAX - 1;
        let methods = self.methods.len();
        // Dispatches are nodes after the methods, so that callers and targets of one are not multiplied.
        let mut levels = vec![UNSEEN; methods + self.dispatched.len()];
        let below = |node: usize| match node.checked_sub(methods) {
            Some(at) => self.targets.row(at as u32),
            None => callees.row(node as u32),
        };
        let mut open: Vec<(usize, usize)> = Vec::new();
        for root in 0..methods {
            if levels[root] != UNSEEN {
                continue;
            }
            levels[root] = OPEN;
            open.push((root, 0));
            while let Some((node, next)) = open.last_mut() {
                if let Some(&successor) = below(*node).get(*next) {
                    *next += 1;
                    let successor = successor as usize;
                    if levels[successor] == UNSEEN {
                        levels[successor] = OPEN;
                        open.push((successor, 0));
                    }
                    continue;
                }
                let lower = below(*node).iter().map(|&below| levels[below as usize]);
                levels[*node] = lower.filter(|&level| level < OPEN).max().map_or(0, |level| level + 1);
                open.pop();
            }
        }
        levels.truncate(methods);
        levels
    }

    pub fn position(&self, method: MethodId) -> Option<usize> {
        let position = self.positions[method.index()];
        (position != NOWHERE).then_some(position as usize)
    }

    /// Returns the line of an instruction, if the method is analysed.
    pub fn line_at(&self, method: MethodId, pc: u16) -> Option<u16> {
        self.skeletons.get(self.position(method)?).lines.at(pc)
    }

    pub fn is_mockable(&self, position: usize) -> bool {
        self.facts[position].has(Facts::MOCKABLE)
    }

    /// Returns the reason for which a method of the subject cannot be a point.
    pub fn obstacle(&self, method: MethodId) -> Option<&Arc<str>> {
        self.obstacles.get(&method)
    }

    /// Returns the positions of the methods that read a field.
    pub fn readers(&self, field: FieldId) -> &[u32] {
        self.readers.row(field)
    }

    /// Returns the positions of the methods that call a method directly, or a dispatch.
    pub fn callers(&self, callee: Callee) -> &[u32] {
        self.callers.row(callee.node(self.methods.len()))
    }

    pub fn dispatch_count(&self) -> usize {
        self.dispatched.len()
    }

    /// Returns the dispatches that may select a method.
    pub fn dispatches_to(&self, position: u32) -> &[u32] {
        self.dispatches_to.row(position)
    }

    /// Returns the positions of the methods that a dispatch may select, ascending.
    pub fn targets(&self, dispatch: u32) -> &[u32] {
        self.targets.row(dispatch)
    }

    /// Returns the number of a target's parameters that are not arguments of the dispatched call: the receiver, or,
    /// if the target is the body of a lambda, the captured values.
    pub fn captured(&self, dispatch: u32, target: u32) -> u32 {
        let parameters = self.skeletons.parameters(target as usize);
        parameters.saturating_sub(self.dispatched[dispatch as usize])
    }
}

/// The target of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Callee {
    /// By position.
    Method(u32),
    /// By position among the dispatches.
    Dispatch(u32),
}

impl Callee {
    fn node(self, methods: usize) -> u32 {
        match self {
            Callee::Method(position) => position,
            Callee::Dispatch(at) => methods as u32 + at,
        }
    }
}

/// Returns the number of arguments of a reference besides a receiver.
fn given(world: &World, reference: MethodRefId) -> u32 {
    let pair = world.name_and_type_of(world.method_ref(reference).name_and_type);
    MethodDescriptor::parse(world.text(pair.descriptor)).map_or(0, |parsed| parsed.parameters().count())
        as u32
}
