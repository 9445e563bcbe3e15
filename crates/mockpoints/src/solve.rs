//! The least fixed point over all methods: which carry state to a branch or a return.
//!
//! Rounds: every method whose callees or fields changed is worked out anew, from what the round before knew.
//! Masks only grow, so the end is the same in whatever order and on however many threads.

use rayon::prelude::*;
use reenact_world::{FieldId, MethodId, MethodRefId};
use rustc_hash::FxHashMap;

use crate::catalog::Catalog;
use crate::lift::Recorder;
use crate::scope::Scope;
use crate::skeleton::{Call, Shape, SinkKind, Skeleton, Target, V};
use crate::summary::{
    CHANGED, DONE, EVENTS, FOUND, Mask, RETURNED, Summary, WRITTEN, bit, parameter, parameters,
};

/// With more fields than these that its parameters are written to, a method's callers do not take them over.
const WRITES: usize = 128;

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// Which fields' contents are changed where.
    Changes,
    /// What state comes to branches and returns.
    State,
}

/// The methods that are analysed, with what is known of each.
pub(crate) struct Program<'a> {
    pub scope: &'a Scope<'a>,
    pub catalog: &'a Catalog,
    /// Ascending.
    pub methods: Vec<MethodId>,
    pub skeletons: Vec<Skeleton>,
    facts: Vec<Facts>,
    positions: FxHashMap<MethodId, u32>,
    targets: FxHashMap<MethodRefId, Vec<u32>>,
    callers: Vec<Vec<u32>>,
    callers_of_reference: FxHashMap<MethodRefId, Vec<u32>>,
    references_of: Vec<Vec<MethodRefId>>,
    readers: FxHashMap<FieldId, Vec<u32>>,
}

#[derive(Clone, Copy)]
struct Facts {
    is_mockable: bool,
    is_constructor: bool,
    is_own: bool,
    has_result: bool,
}

/// What of a method is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Focus {
    All,
    /// What fields carried before a round alone, with a bit of them: a cause comes before what it caused.
    Before {
        round: usize,
        bit: Mask,
    },
    /// One source of it alone, with or without the calls that its state goes through.
    Origin {
        position: usize,
        follows_calls: bool,
    },
}

/// What came out.
#[derive(Default)]
pub(crate) struct Solution {
    /// By position of the method.
    pub summaries: Vec<Summary>,
    /// What fields carry.
    pub fields: FxHashMap<FieldId, Mask>,
    /// Who first put it there, by field and bit. What was there from the start has nobody.
    pub writers: FxHashMap<(FieldId, Mask), Writer>,
    /// By position of the method: fields whose contents it changes.
    pub changes: Vec<Vec<(FieldId, Mask)>>,
    pub rounds: usize,
}

/// Who put something into a field, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Writer {
    /// The position of a method.
    pub position: u32,
    pub round: usize,
}

/// One method, worked out once.
#[derive(Default)]
pub(crate) struct Outcome {
    pub summary: Summary,
    /// What is found and stored.
    pub fields: Vec<(FieldId, Mask)>,
    pub changes: Vec<(FieldId, Mask)>,
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
        let facts = methods.iter().map(|&method| {
            let view = scope.world.view(method);
            Facts {
                is_mockable: scope.is_mockable(method) && recorder.obstacle(method).is_none(),
                is_constructor: view.is_constructor(),
                is_own: scope.is_own(view.class().id()),
                has_result: view.parsed_descriptor().is_some_and(|descriptor| descriptor.result().is_some()),
            }
        });
        let facts = facts.collect();
        let mut program = Program {
            scope,
            catalog,
            skeletons,
            facts,
            positions,
            targets: FxHashMap::default(),
            callers: vec![Vec::new(); methods.len()],
            callers_of_reference: FxHashMap::default(),
            references_of: vec![Vec::new(); methods.len()],
            readers: FxHashMap::default(),
            methods,
        };
        program.link();
        program
    }

    fn link(&mut self) {
        for (caller, skeleton) in self.skeletons.iter().enumerate() {
            for call in &skeleton.calls {
                match call.target {
                    Target::One(method) => {
                        if let Some(&position) = self.positions.get(&method) {
                            self.callers[position as usize].push(caller as u32);
                        }
                    }
                    Target::Dispatched(reference) => {
                        self.callers_of_reference.entry(reference).or_default().push(caller as u32);
                        let (scope, positions) = (self.scope, &self.positions);
                        self.targets.entry(reference).or_insert_with(|| {
                            let targets = scope.graph.dispatched(reference).iter();
                            let found: Vec<u32> =
                                targets.filter_map(|target| positions.get(target).copied()).collect();
                            for &target in &found {
                                self.references_of[target as usize].push(reference);
                            }
                            found
                        });
                    }
                }
            }
            for load in &skeleton.loads {
                self.readers.entry(load.field).or_default().push(caller as u32);
            }
        }
    }

    pub fn position(&self, method: MethodId) -> Option<usize> {
        self.positions.get(&method).map(|&position| position as usize)
    }

    pub fn is_mockable(&self, position: usize) -> bool {
        self.facts[position].is_mockable
    }

    /// The positions of the methods that read a field.
    pub fn readers(&self, field: FieldId) -> impl Iterator<Item = usize> + '_ {
        self.readers.get(&field).into_iter().flatten().map(|&reader| reader as usize)
    }

    /// The positions of what a call may run.
    pub fn targets(&self, call: &Call) -> &[u32] {
        match &call.target {
            Target::One(method) => self.positions.get(method).map_or(&[], std::slice::from_ref),
            Target::Dispatched(reference) => self.targets.get(reference).map_or(&[], Vec::as_slice),
        }
    }

    /// Solves for all methods. `fields` carry something from the start.
    pub fn solve(&self, question: Question, fields: FxHashMap<FieldId, Mask>) -> Solution {
        let mut solution = Solution {
            summaries: vec![Summary::default(); self.methods.len()],
            changes: vec![Vec::new(); self.methods.len()],
            fields,
            ..Solution::default()
        };
        let mut dirty: Vec<u32> = (0..self.methods.len() as u32).collect();
        while !dirty.is_empty() {
            solution.rounds += 1;
            let outcomes: Vec<Outcome> = dirty
                .par_iter()
                .with_min_len(16)
                .map(|&position| self.work_out(question, position as usize, &solution, Focus::All, None))
                .collect();
            let mut next = Vec::new();
            for (&position, outcome) in dirty.iter().zip(outcomes) {
                for &(field, mask) in &outcome.fields {
                    let known = solution.fields.entry(field).or_default();
                    let new = mask & !*known;
                    *known |= mask;
                    for bit in [1, 2, 4] {
                        if new & bit != 0 {
                            let writer = Writer { position, round: solution.rounds };
                            solution.writers.insert((field, bit), writer);
                        }
                    }
                    if new != 0 {
                        next.extend(self.readers.get(&field).into_iter().flatten());
                    }
                }
                solution.changes[position as usize] = outcome.changes;
                if solution.summaries[position as usize] != outcome.summary {
                    solution.summaries[position as usize] = outcome.summary;
                    next.extend(&self.callers[position as usize]);
                    for reference in &self.references_of[position as usize] {
                        next.extend(self.callers_of_reference.get(reference).into_iter().flatten());
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            dirty = next;
        }
        solution
    }

    /// Works out one method from what is known of the others.
    pub fn work_out<'t>(
        &self,
        question: Question,
        position: usize,
        known: &Solution,
        focus: Focus,
        tracing: Option<&'t mut (dyn Tracing + 't)>,
    ) -> Outcome {
        let skeleton = &self.skeletons[position];
        let mut work = Work {
            program: self,
            known,
            skeleton,
            carried: vec![0; skeleton.values as usize],
            poured: vec![0; skeleton.values as usize],
            branch: 0,
            thrown: 0,
            writes: FxHashMap::default(),
            grew: true,
            overflows: known.summaries[position].overflows,
            is_static: self.scope.world.view(self.methods[position]).access_flags().is_static(),
            follows_calls: !matches!(focus, Focus::Origin { follows_calls: false, .. }),
            tracing,
        };
        for position in 0..skeleton.parameters {
            work.carried[position as usize] = parameter(position);
        }
        for sink in skeleton.sinks.iter().filter(|sink| sink.kind == SinkKind::Return) {
            work.pour(sink.value, RETURNED, Cause::Start, sink.pc);
        }
        match question {
            Question::Changes => {
                for mutation in &skeleton.mutations {
                    let event = if mutation.is_object { WRITTEN } else { CHANGED };
                    work.pour(mutation.value, event, Cause::Start, mutation.pc);
                }
            }
            Question::State => {
                for (at, origin) in skeleton.origins.iter().enumerate() {
                    if let Focus::Origin { position, .. } = focus
                        && at != position
                    {
                        continue;
                    }
                    let found = bit(self.catalog.sources[usize::from(origin.source)].kind);
                    let cause = Cause::Source(origin.reference, origin.source);
                    if origin.is_poured {
                        work.pour(origin.value, found, cause, origin.pc);
                    } else {
                        work.carry(origin.value, found, cause, origin.pc);
                    }
                }
                for load in &skeleton.loads {
                    let carried = known.fields.get(&load.field).copied().unwrap_or(0) & FOUND;
                    let found = match focus {
                        Focus::All => carried,
                        Focus::Before { round, bit } => match known.writers.get(&(load.field, bit)) {
                            Some(writer) if writer.round >= round => carried & !bit,
                            _ => carried,
                        },
                        Focus::Origin { .. } => 0,
                    };
                    work.carry(load.value, found, Cause::Field(load.field), load.pc);
                }
            }
        }
        while std::mem::take(&mut work.grew) {
            work.pass();
        }
        work.finish(question)
    }
}

/// Why a value carries something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// A parameter, or what is not asked about.
    Start,
    Source(MethodRefId, u16),
    Field(FieldId),
    /// Another value carried it.
    Value(V),
    /// It went through a call: the value that was given to it, and the position of what was called.
    Through(V, u32),
    /// It was found by what was called.
    Callee(u32),
}

/// Told when a value carries something for the first time.
pub(crate) trait Tracing {
    fn value(&mut self, value: V, fresh: Mask, cause: Cause, pc: u16);
    /// State comes to a branch in something that is called.
    fn branch(&mut self, fresh: Mask, cause: Cause, pc: u16);
    fn field(&mut self, field: FieldId, mask: Mask, cause: Cause, pc: u16);
}

struct Work<'w, 'a, 't> {
    program: &'w Program<'a>,
    known: &'w Solution,
    skeleton: &'w Skeleton,
    carried: Vec<Mask>,
    poured: Vec<Mask>,
    /// What decides branches of what is called.
    branch: Mask,
    thrown: Mask,
    writes: FxHashMap<FieldId, Mask>,
    grew: bool,
    follows_calls: bool,
    overflows: bool,
    is_static: bool,
    tracing: Option<&'t mut (dyn Tracing + 't)>,
}

impl Work<'_, '_, '_> {
    fn carry(&mut self, value: V, mask: Mask, cause: Cause, pc: u16) {
        let known = &mut self.carried[value as usize];
        let fresh = mask & !EVENTS & !*known;
        if fresh != 0 {
            *known |= fresh;
            self.grew = true;
            if fresh & FOUND != 0
                && let Some(tracing) = &mut self.tracing
            {
                tracing.value(value, fresh, cause, pc);
            }
        }
    }

    fn pour(&mut self, value: V, mask: Mask, cause: Cause, pc: u16) {
        let known = &mut self.poured[value as usize];
        if mask & !*known != 0 {
            *known |= mask;
            self.grew = true;
        }
        self.carry(value, mask, cause, pc);
    }

    fn store(&mut self, field: FieldId, mask: Mask, cause: Cause, pc: u16) {
        if mask == 0 {
            return;
        }
        let known = self.writes.entry(field).or_default();
        let fresh = mask & !*known;
        if fresh != 0 {
            *known |= fresh;
            if let Some(tracing) = &mut self.tracing {
                tracing.field(field, fresh, cause, pc);
            }
        }
    }

    fn decide(&mut self, mask: Mask, cause: Cause, pc: u16) {
        let fresh = mask & !self.branch;
        if fresh != 0 {
            self.branch |= fresh;
            if fresh & FOUND != 0
                && let Some(tracing) = &mut self.tracing
            {
                tracing.branch(fresh, cause, pc);
            }
        }
    }

    fn escape(&mut self, mask: Mask, cause: Cause, pc: u16) {
        let fresh = mask & !self.thrown;
        self.thrown |= fresh;
        if fresh & FOUND != 0
            && let Some(tracing) = &mut self.tracing
        {
            tracing.branch(fresh, cause, pc);
        }
    }

    fn pass(&mut self) {
        let skeleton = self.skeleton;
        for &(from, to) in &skeleton.copies {
            let mask = self.carried[from as usize];
            self.carry(to, mask, Cause::Value(from), skeleton.pcs[to as usize]);
        }
        for pour in &skeleton.pours {
            let mask = self.carried[pour.from as usize];
            self.pour(pour.into, mask, Cause::Value(pour.from), pour.pc);
        }
        for &(value, source) in skeleton.backs.iter().rev() {
            let mask = self.poured[value as usize];
            self.pour(source, mask, Cause::Value(value), skeleton.pcs[value as usize]);
        }
        let calls = if self.follows_calls { &*skeleton.calls } else { &[] };
        for call in calls {
            let program = self.program;
            for &target in program.targets(call) {
                self.call(call, target);
            }
        }
        for load in &skeleton.loads {
            let mask = self.poured[load.value as usize];
            self.store(load.field, mask, Cause::Value(load.value), load.pc);
        }
        for store in &skeleton.stores {
            let mask = self.carried[store.value as usize];
            self.store(store.field, mask, Cause::Value(store.value), store.pc);
        }
    }

    /// The argument that becomes a parameter of a target.
    fn argument(&self, call: &Call, count: u32, parameter: u32) -> Option<V> {
        let arguments = self.skeleton.arguments(call);
        match (call.target, call.shape) {
            (Target::Dispatched(_), Shape::Plain) => {
                let given = (arguments.len() as u32).saturating_sub(1);
                let captured = count.saturating_sub(given);
                if parameter < captured {
                    arguments.first().copied()
                } else {
                    arguments.get((1 + parameter - captured) as usize).copied()
                }
            }
            _ => arguments.get(parameter as usize).copied(),
        }
    }

    fn call(&mut self, call: &Call, target: u32) {
        let facts = self.program.facts[target as usize];
        let known = self.known;
        let summary = &known.summaries[target as usize];
        let count = self.program.skeletons[target as usize].parameters;
        // What a point gives is known to replay, and what it decides by itself is its own affair.
        let passes_found = if facts.is_mockable { 0 } else { FOUND };
        let decides_found = if facts.is_own { passes_found } else { 0 };
        let outcome = summary.result | summary.branch & !FOUND | summary.branch & decides_found;
        if facts.is_constructor {
            if let Some(made) = self.argument(call, count, 0) {
                let mask = summary.branch & !parameter(0);
                self.through(call, target, count, mask, decides_found, |work, mask, cause| {
                    work.pour(made, mask, cause, call.pc);
                });
            }
        } else if let (Some(result), true) = (call.result, facts.has_result || call.shape == Shape::Lambda) {
            self.through(call, target, count, outcome, passes_found, |work, mask, cause| {
                work.carry(result, mask, cause, call.pc);
            });
            if call.shape == Shape::Lambda {
                self.through(
                    call,
                    target,
                    count,
                    summary.branch & FOUND,
                    decides_found,
                    |work, mask, cause| {
                        work.decide(mask, cause, call.pc);
                    },
                );
            }
        } else if facts.is_own {
            self.through(call, target, count, summary.branch, decides_found, |work, mask, cause| {
                work.decide(mask, cause, call.pc);
            });
        }
        if summary.thrown != 0 && call.shape != Shape::Lambda {
            let handlers = self.skeleton.handlers(call);
            self.through(call, target, count, summary.thrown, decides_found, |work, mask, cause| {
                handlers.iter().for_each(|&handler| work.carry(handler, mask, cause, call.pc));
                if !call.catches_all {
                    work.escape(mask, cause, call.pc);
                }
            });
        }
        for (position, &poured) in summary.poured.iter().enumerate().filter(|(_, poured)| **poured != 0) {
            let Some(argument) = self.argument(call, count, position as u32) else { continue };
            if poured & DONE != 0 {
                self.pour(argument, poured & DONE, Cause::Callee(target), call.pc);
            }
            self.through(call, target, count, poured, FOUND, |work, mask, cause| {
                work.pour(argument, mask, cause, call.pc);
            });
        }
        if let (Some(result), Shape::Plain) = (call.result, call.shape)
            && self.poured[result as usize] != 0
        {
            self.back_through(call, target, count, result);
        }
        if summary.overflows {
            return;
        }
        let taken = if self.overflows { FOUND } else { Mask::MAX };
        for &(field, mask) in &summary.writes {
            self.through(call, target, count, mask, 0, |work, mask, cause| {
                work.store(field, mask & taken, cause, call.pc);
            });
        }
    }

    /// What is poured into a result is poured into what the target took it out of.
    fn back_through(&mut self, call: &Call, target: u32, count: u32, result: V) {
        let known = self.known;
        let summary = &known.summaries[target as usize];
        let poured = self.poured[result as usize];
        for &field in &summary.given_fields {
            self.store(field, poured, Cause::Value(result), call.pc);
        }
        for position in parameters(summary.given_parameters, count) {
            if let Some(argument) = self.argument(call, count, position) {
                self.pour(argument, poured, Cause::Value(result), call.pc);
            }
        }
    }

    /// Tells what a mask of a target means here: what was found there, and what its parameters are given.
    fn through(
        &mut self,
        call: &Call,
        target: u32,
        count: u32,
        mask: Mask,
        found: Mask,
        mut tell: impl FnMut(&mut Self, Mask, Cause),
    ) {
        if mask & found & FOUND != 0 {
            tell(self, mask & found & FOUND, Cause::Callee(target));
        }
        for position in parameters(mask, count) {
            if let Some(argument) = self.argument(call, count, position) {
                let carried = self.carried[argument as usize];
                if carried != 0 {
                    tell(self, carried, Cause::Through(argument, target));
                }
            }
        }
    }

    fn finish(self, question: Question) -> Outcome {
        let mut summary = Summary { branch: self.branch, thrown: self.thrown, ..Summary::default() };
        for sink in &self.skeleton.sinks {
            let mask = self.carried[sink.value as usize];
            match sink.kind {
                SinkKind::Branch => summary.branch |= mask,
                SinkKind::Return => summary.result |= mask,
                SinkKind::Throw => summary.thrown |= mask,
            }
        }
        let parameters = self.skeleton.parameters as usize;
        for position in 0..parameters {
            if self.poured[position] & RETURNED != 0 {
                summary.given_parameters |= parameter(position as u32);
            }
        }
        let poured =
            (0..parameters).map(|position| self.poured[position] & !parameter(position as u32) & !RETURNED);
        summary.poured = poured.collect();
        if summary.poured.iter().all(|&mask| mask == 0) {
            summary.poured = Vec::new();
        }
        let mut writes: Vec<(FieldId, Mask)> = self.writes.into_iter().collect();
        writes.sort_unstable();
        let mut outcome = Outcome::default();
        for (field, mask) in writes {
            if mask & FOUND != 0 {
                outcome.fields.push((field, mask & FOUND));
            }
            if mask & DONE != 0 {
                outcome.changes.push((field, mask & DONE));
            }
            if mask & RETURNED != 0 {
                summary.given_fields.push(field);
            }
            // That a receiver carries something says little of what its methods store.
            let receiver = if self.is_static { 0 } else { parameter(0) };
            let given = mask & !FOUND & !EVENTS & !receiver;
            if given != 0 && question == Question::State {
                summary.writes.push((field, given));
            }
        }
        // Once too many, always too many: so the rounds end.
        summary.overflows = self.overflows || summary.writes.len() > WRITES;
        outcome.summary = summary;
        outcome
    }
}
