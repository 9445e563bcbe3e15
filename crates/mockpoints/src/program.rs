//! The methods that are analysed, and how they hang together.

use std::sync::Arc;

use rayon::prelude::*;
use reenact_classfile::MethodDescriptor;
use reenact_world::{FieldId, MethodId, MethodRefId, World};
use rustc_hash::FxHashMap;

use crate::catalog::Catalog;
use crate::lift::Recorder;
use crate::scope::Scope;
use crate::skeleton::{Call, Skeleton, Target};

/// All methods, by position, with who calls whom.
pub(crate) struct Program<'a> {
    pub scope: &'a Scope<'a>,
    pub catalog: &'a Catalog,
    /// Ascending.
    pub methods: Vec<MethodId>,
    pub skeletons: Vec<Skeleton>,
    pub facts: Vec<Facts>,
    /// What code calls and dispatch decides.
    pub dispatched: Vec<Dispatch>,
    /// By position of a method: how far it is above those that call nothing.
    pub levels: Vec<u32>,
    /// Why methods of the subject cannot be points.
    obstacles: FxHashMap<MethodId, Arc<str>>,
    positions: FxHashMap<MethodId, u32>,
    dispatches: FxHashMap<MethodRefId, u32>,
    callers: Vec<Vec<u32>>,
    dispatches_to: Vec<Vec<u32>>,
    readers: FxHashMap<FieldId, Vec<u32>>,
}

#[derive(Clone, Copy)]
pub(crate) struct Facts {
    pub is_mockable: bool,
    /// It calls out, so that replay answers it whatever it is given.
    pub is_answered: bool,
    pub is_constructor: bool,
    pub is_own: bool,
    pub is_static: bool,
    pub has_result: bool,
}

/// A reference that may run several methods.
#[derive(Default)]
pub(crate) struct Dispatch {
    /// Positions of methods, ascending.
    pub targets: Vec<u32>,
    pub callers: Vec<u32>,
    /// How many arguments it is given besides its receiver.
    pub given: u32,
}

impl<'a> Program<'a> {
    pub fn new(
        scope: &'a Scope<'a>,
        catalog: &'a Catalog,
        methods: Vec<MethodId>,
        skeletons: Vec<Skeleton>,
        recorder: &Recorder<'_>,
    ) -> Self {
        let positions: FxHashMap<MethodId, u32> =
            methods.iter().enumerate().map(|(position, &method)| (method, position as u32)).collect();
        let known: Vec<(Facts, Option<String>)> = methods
            .par_iter()
            .map(|&method| {
                let view = scope.world.view(method);
                let is_own = scope.is_own(view.class().id());
                let obstacle = if is_own { recorder.obstacle(method) } else { None };
                let descriptor = view.parsed_descriptor();
                let facts = Facts {
                    is_mockable: obstacle.is_none() && scope.is_mockable(method),
                    is_answered: false,
                    is_constructor: view.is_constructor(),
                    is_own,
                    is_static: view.access_flags().is_static(),
                    has_result: descriptor.is_some_and(|descriptor| descriptor.result().is_some()),
                };
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
            skeletons,
            facts,
            obstacles,
            dispatched: Vec::new(),
            levels: Vec::new(),
            positions,
            dispatches: FxHashMap::default(),
            callers: vec![Vec::new(); methods.len()],
            dispatches_to: vec![Vec::new(); methods.len()],
            readers: FxHashMap::default(),
            methods,
        };
        program.link();
        program.levels = program.find_levels();
        program
    }

    /// Takes note of the methods that call out.
    pub fn answer(&mut self, methods: impl Iterator<Item = MethodId>) {
        for method in methods {
            if let Some(&position) = self.positions.get(&method) {
                let facts = &mut self.facts[position as usize];
                facts.is_answered = facts.is_mockable;
            }
        }
    }

    fn link(&mut self) {
        for (caller, skeleton) in self.skeletons.iter().enumerate() {
            let caller = caller as u32;
            for call in &skeleton.calls {
                match call.target {
                    Target::One(method) => {
                        if let Some(&position) = self.positions.get(&method) {
                            push_once(&mut self.callers[position as usize], caller);
                        }
                    }
                    Target::Dispatched(reference) => {
                        let known = self.dispatches.entry(reference);
                        let at = *known.or_insert_with(|| {
                            let targets = self.scope.graph.dispatched(reference).iter();
                            let mut targets: Vec<u32> =
                                targets.filter_map(|target| self.positions.get(target).copied()).collect();
                            targets.sort_unstable();
                            let at = self.dispatched.len() as u32;
                            for &target in &targets {
                                self.dispatches_to[target as usize].push(at);
                            }
                            let given = given(self.scope.world, reference);
                            self.dispatched.push(Dispatch { targets, callers: Vec::new(), given });
                            at
                        });
                        push_once(&mut self.dispatched[at as usize].callers, caller);
                    }
                }
            }
            for load in &skeleton.loads {
                push_once(self.readers.entry(load.field).or_default(), caller);
            }
        }
    }

    /// Callees lie below their callers, but for one call of every cycle.
    fn find_levels(&self) -> Vec<u32> {
        const UNSEEN: u32 = u32::MAX;
        const OPEN: u32 = u32::MAX - 1;
        let methods = self.methods.len();
        // Dispatches are nodes behind the methods: callers and targets of one are not multiplied.
        let mut levels = vec![UNSEEN; methods + self.dispatched.len()];
        let successors = |node: usize| -> Vec<u32> {
            if node >= methods {
                return self.dispatched[node - methods].targets.clone();
            }
            let calls = self.skeletons[node].calls.iter();
            calls.filter_map(|call| self.callee(call).map(|callee| callee.node(methods))).collect()
        };
        let mut open: Vec<(usize, Vec<u32>, usize)> = Vec::new();
        for root in 0..methods {
            if levels[root] != UNSEEN {
                continue;
            }
            levels[root] = OPEN;
            open.push((root, successors(root), 0));
            while let Some((node, below, next)) = open.last_mut() {
                if let Some(&successor) = below.get(*next) {
                    *next += 1;
                    let successor = successor as usize;
                    if levels[successor] == UNSEEN {
                        levels[successor] = OPEN;
                        open.push((successor, successors(successor), 0));
                    }
                    continue;
                }
                let highest = below.iter().map(|&below| levels[below as usize]).filter(|&level| level < OPEN);
                levels[*node] = highest.max().map_or(0, |level| level + 1);
                open.pop();
            }
        }
        levels.truncate(methods);
        levels
    }

    pub fn position(&self, method: MethodId) -> Option<usize> {
        self.positions.get(&method).map(|&position| position as usize)
    }

    /// The line of an instruction, if the method is looked into.
    pub fn line_at(&self, method: MethodId, pc: u16) -> Option<u16> {
        self.skeletons[self.position(method)?].lines.at(pc)
    }

    pub fn is_mockable(&self, position: usize) -> bool {
        self.facts[position].is_mockable
    }

    /// Why a method of the subject cannot be a point.
    pub fn obstacle(&self, method: MethodId) -> Option<&Arc<str>> {
        self.obstacles.get(&method)
    }

    /// The positions of the methods that read a field.
    pub fn readers(&self, field: FieldId) -> &[u32] {
        self.readers.get(&field).map_or(&[], Vec::as_slice)
    }

    /// The positions of the methods that name this one in a call.
    pub fn callers(&self, position: u32) -> &[u32] {
        &self.callers[position as usize]
    }

    /// The dispatches that may run this one.
    pub fn dispatches_to(&self, position: u32) -> &[u32] {
        &self.dispatches_to[position as usize]
    }

    pub fn callee(&self, call: &Call) -> Option<Callee> {
        match &call.target {
            Target::One(method) => self.positions.get(method).map(|&position| Callee::Method(position)),
            Target::Dispatched(reference) => {
                self.dispatches.get(reference).map(|&at| match *self.dispatched[at as usize].targets {
                    [] => None,
                    _ => Some(Callee::Dispatch(at)),
                })?
            }
        }
    }

    /// The positions of what a call may run.
    pub fn targets(&self, call: &Call) -> &[u32] {
        match &call.target {
            Target::One(method) => self.positions.get(method).map_or(&[], std::slice::from_ref),
            Target::Dispatched(reference) => {
                self.dispatches.get(reference).map_or(&[], |&at| &*self.dispatched[at as usize].targets)
            }
        }
    }

    /// How many of a target's parameters a call by dispatch does not give: its receiver, or, where it is the
    /// body of a lambda, what that captured.
    pub fn captured(&self, dispatch: &Dispatch, target: u32) -> u32 {
        self.skeletons[target as usize].parameters.saturating_sub(dispatch.given)
    }
}

/// What a call runs.
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

/// How many arguments a reference takes besides a receiver.
fn given(world: &World, reference: MethodRefId) -> u32 {
    let pair = world.name_and_type_of(world.method_ref(reference).name_and_type);
    MethodDescriptor::parse(world.text(pair.descriptor)).map_or(0, |parsed| parsed.parameters().count())
        as u32
}

/// Callers come in ascending order.
fn push_once(list: &mut Vec<u32>, item: u32) {
    if list.last() != Some(&item) {
        list.push(item);
    }
}
