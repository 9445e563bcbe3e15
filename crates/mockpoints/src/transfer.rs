//! The transfer function: computes the summary of one method from the summaries of its callees.

use std::cell::Cell;

use reenact_base::Id;
use reenact_world::FieldId;

use crate::cause::{Cause, Causes};
use crate::effect::Effect;
use crate::program::{Callee, Facts, Program};
use crate::skeleton::{Call, ContentFlow, Shape, SinkKind, Skeleton, V};
use crate::solve::Solution;
use crate::summary::{
    CHANGED, DONE, EVENTS, GIVEN, Mask, RETURNED, Summary, TAINT, WRITES, WRITTEN, bit, parameter, parameters,
};

/// The part of a method's flows that is considered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Focus {
    All,
    /// Only the taint that fields had before a round, for one bit: a cause precedes its effect.
    Before {
        round: usize,
        bit: Mask,
    },
    /// One source alone, with or without propagation through calls.
    Origin {
        position: usize,
        follows_calls: bool,
    },
}

/// The result of the transfer function.
#[derive(Default)]
pub(crate) struct Outcome {
    pub summary: Summary,
    /// Whether it differs from the previous summary.
    pub is_new: bool,
    /// Taint that is stored in fields.
    pub fields: Vec<(FieldId, Mask)>,
    pub changes: Vec<(FieldId, Mask)>,
}

/// Buffers that each thread reuses: the function is called millions of times.
#[derive(Default)]
struct Scratch {
    values: Vec<Value>,
    /// By call: the number of bits of its arguments when it was last applied. Masks only grow, so an equal number means
    /// equal masks.
    seen: Vec<Option<u32>>,
    writes: Vec<(FieldId, Mask)>,
}

/// The taint of a value, and the part of it that was stored into the object.
#[derive(Clone, Copy, Default)]
struct Value {
    carried: Mask,
    contents: Mask,
}

thread_local! {
    static SCRATCH: Cell<Scratch> = Cell::default();
}

impl<'a> Program<'a> {
    /// Computes the summary of one method.
    pub fn summarize(&self, position: usize, known: &Solution, focus: Focus) -> Outcome {
        let mut transfer = self.transfer(position, known, focus, None);
        let skeleton = transfer.skeleton;
        for position in 0..skeleton.parameters {
            transfer.values[position as usize].carried = parameter(position);
        }
        for sink in skeleton.sinks.iter().filter(|sink| sink.kind == SinkKind::Return) {
            transfer.add_contents(sink.value, RETURNED, Cause::Start, sink.pc);
        }
        for mutation in skeleton.mutations {
            let event = if mutation.is_object { WRITTEN } else { CHANGED };
            transfer.add_contents(mutation.value, event, Cause::Start, mutation.pc);
        }
        if known.has_sources {
            transfer.start(focus);
        }
        transfer.run();
        transfer.finish()
    }

    /// Returns the causes of one kind of taint in a method's values, and in some fields, given in ascending order.
    pub fn causes(
        &self,
        position: usize,
        known: &Solution,
        focus: Focus,
        bit: Mask,
        fields: impl Iterator<Item = FieldId>,
    ) -> Causes {
        let causes = Causes::new(bit, self.skeletons.get(position).values, fields);
        let mut transfer = self.transfer(position, known, focus, Some(causes));
        transfer.start(focus);
        transfer.run();
        let causes = transfer.causes.take();
        transfer.give_back();
        causes.unwrap_or_else(|| unreachable!("set above"))
    }

    fn transfer<'w>(
        &'w self,
        position: usize,
        known: &'w Solution,
        focus: Focus,
        causes: Option<Causes>,
    ) -> Transfer<'w, 'a> {
        let skeleton = self.skeletons.get(position);
        let Scratch { mut values, mut seen, mut writes } = SCRATCH.take();
        values.clear();
        values.resize(skeleton.values as usize, Value::default());
        seen.clear();
        seen.resize(skeleton.calls.len(), None);
        writes.clear();
        Transfer {
            program: self,
            known,
            skeleton,
            values,
            seen,
            writes,
            branch: 0,
            thrown: 0,
            grew: true,
            before: &known.summaries[position],
            is_static: self.facts[position].has(Facts::STATIC),
            follows_calls: !matches!(focus, Focus::Origin { follows_calls: false, .. }),
            requested: causes.as_ref().map_or(TAINT, |causes| causes.bit),
            causes,
        }
    }
}

struct Transfer<'w, 'a> {
    program: &'w Program<'a>,
    known: &'w Solution,
    skeleton: Skeleton<'w>,
    values: Vec<Value>,
    seen: Vec<Option<u32>>,
    /// In any order, possibly with several entries per field.
    writes: Vec<(FieldId, Mask)>,
    /// The taint that decides branches in callees.
    branch: Mask,
    thrown: Mask,
    grew: bool,
    follows_calls: bool,
    /// Its previous summary.
    before: &'w Summary,
    is_static: bool,
    /// The kinds of taint that are requested.
    requested: Mask,
    causes: Option<Causes>,
}

impl<'w> Transfer<'w, '_> {
    fn start(&mut self, focus: Focus) {
        self.start_from_origins(focus);
        self.start_from_fields(focus);
    }

    fn run(&mut self) {
        while std::mem::take(&mut self.grew) {
            self.pass();
        }
        self.store_all();
    }

    fn give_back(self) {
        let Transfer { values, seen, writes, .. } = self;
        SCRATCH.set(Scratch { values, seen, writes });
    }

    fn start_from_origins(&mut self, focus: Focus) {
        let skeleton = self.skeleton;
        for (at, origin) in skeleton.origins.iter().enumerate() {
            if let Focus::Origin { position, .. } = focus
                && at != position
            {
                continue;
            }
            let found = bit(self.program.catalog.sources[usize::from(origin.source)].kind) & self.requested;
            let cause = Cause::Source(origin.reference, origin.source);
            if origin.in_contents {
                self.add_contents(origin.value, found, cause, origin.pc);
            } else {
                self.carry(origin.value, found, cause, origin.pc);
            }
        }
    }

    fn start_from_fields(&mut self, focus: Focus) {
        let skeleton = self.skeleton;
        for load in skeleton.loads {
            let carried = self.known.fields[load.field.index()] & self.requested;
            let found = match focus {
                Focus::All => carried,
                Focus::Before { round, bit } => match self.known.writers.get(&(load.field, bit)) {
                    Some(writer) if writer.round >= round => carried & !bit,
                    _ => carried,
                },
                Focus::Origin { .. } => 0,
            };
            self.carry(load.value, found, Cause::Field(load.field), load.pc);
        }
    }

    fn carry(&mut self, value: V, mask: Mask, cause: Cause, pc: u16) {
        let known = &mut self.values[value as usize].carried;
        let fresh = mask & !EVENTS & !*known;
        if fresh != 0 {
            *known |= fresh;
            self.grew = true;
            if let Some(causes) = &mut self.causes {
                causes.add(value, (cause, pc));
            }
        }
    }

    fn add_contents(&mut self, value: V, mask: Mask, cause: Cause, pc: u16) {
        let known = &mut self.values[value as usize].contents;
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
        match &mut self.causes {
            Some(causes) => causes.add_field(field, (cause, pc)),
            None => self.writes.push((field, mask)),
        }
    }

    fn decide(&mut self, mask: Mask, cause: Cause, pc: u16) {
        self.branch |= mask;
        self.note_branch(mask, cause, pc);
    }

    fn escape(&mut self, mask: Mask, cause: Cause, pc: u16) {
        self.thrown |= mask;
        self.note_branch(mask, cause, pc);
    }

    fn note_branch(&mut self, mask: Mask, cause: Cause, pc: u16) {
        if let Some(causes) = &mut self.causes
            && mask & causes.bit != 0
        {
            causes.branch.get_or_insert((cause, pc));
        }
    }

    /// Applies all flows once, in the order of the code where it is known: then one pass is mostly enough.
    fn pass(&mut self) {
        let skeleton = self.skeleton;
        let (mut copies, mut content_flows) = (0, 0);
        for (at, call) in self.calls().iter().enumerate() {
            self.flow(
                &skeleton.copies[copies..call.copies as usize],
                &skeleton.content_flows[content_flows..call.content_flows as usize],
            );
            (copies, content_flows) = (call.copies as usize, call.content_flows as usize);
            let given = Some(self.given(call));
            if std::mem::replace(&mut self.seen[at], given) != given {
                self.known.effects(self.program, call, |effect, callee| self.call(call, effect, callee));
            }
        }
        self.flow(&skeleton.copies[copies..], &skeleton.content_flows[content_flows..]);
        for &(value, source) in skeleton.backs.iter().rev() {
            let mask = self.contents(value);
            self.add_contents(source, mask, Cause::Value(value), skeleton.pcs[value as usize]);
        }
        for load in skeleton.loads.iter().rev() {
            if let (Some(holder), true) = (load.holder, self.contents(load.value) & DONE != 0) {
                self.add_contents(holder, WRITTEN, Cause::Value(load.value), load.pc);
            }
        }
    }

    fn flow(&mut self, copies: &[(V, V)], content_flows: &[ContentFlow]) {
        let pcs = self.skeleton.pcs;
        for &(from, to) in copies {
            let mask = self.carried(from);
            self.carry(to, mask, Cause::Value(from), pcs[to as usize]);
        }
        for add_contents in content_flows {
            let mask = self.carried(add_contents.from);
            self.add_contents(add_contents.into, mask, Cause::Value(add_contents.from), add_contents.pc);
        }
    }

    /// Stores to fields do not influence values of the same method, so they are collected once, at the end.
    fn store_all(&mut self) {
        let skeleton = self.skeleton;
        for load in skeleton.loads {
            self.store(load.field, self.contents(load.value), Cause::Value(load.value), load.pc);
        }
        for store in skeleton.stores {
            self.store(store.field, self.carried(store.value), Cause::Value(store.value), store.pc);
        }
    }

    fn calls(&self) -> &'w [Call] {
        if self.follows_calls { self.skeleton.calls } else { &[] }
    }

    fn carried(&self, value: V) -> Mask {
        self.values[value as usize].carried
    }

    fn contents(&self, value: V) -> Mask {
        self.values[value as usize].contents
    }

    /// Returns the number of taint bits of a call's arguments and of its result's contents.
    fn given(&self, call: &Call) -> u32 {
        let arguments = self.skeleton.arguments(call).iter();
        let carried: u32 = arguments.map(|&argument| self.carried(argument).count_ones()).sum();
        carried + call.result.map_or(0, |result| self.contents(result).count_ones())
    }

    fn call(&mut self, call: &Call, effect: Effect<'_>, callee: Callee) {
        let (skeleton, pc) = (self.skeleton, call.pc);
        let arguments = skeleton.arguments(call);
        if let (Some(&made), true) = (arguments.first(), effect.made != 0) {
            self.through(arguments, callee, effect.made, |transfer, mask, cause| {
                transfer.add_contents(made, mask, cause, pc)
            });
        }
        let decided = match (call.result, call.shape) {
            (None, _) => effect.decided,
            (Some(result), Shape::Lambda) => {
                self.through(arguments, callee, effect.object, |transfer, mask, cause| {
                    transfer.carry(result, mask, cause, pc);
                });
                effect.decided & TAINT
            }
            (Some(result), _) => {
                self.through(arguments, callee, effect.result, |transfer, mask, cause| {
                    transfer.carry(result, mask, cause, pc);
                });
                effect.decided_unseen
            }
        };
        self.through(arguments, callee, decided, |transfer, mask, cause| transfer.decide(mask, cause, pc));
        if call.shape != Shape::Lambda {
            let handlers = skeleton.handlers(call);
            self.through(arguments, callee, effect.thrown, |transfer, mask, cause| {
                handlers.iter().for_each(|&handler| transfer.carry(handler, mask, cause, pc));
                if !call.catches_all {
                    transfer.escape(mask, cause, pc);
                }
            });
        }
        for (contents, &argument) in effect.contents().zip(arguments) {
            if contents & DONE != 0 {
                self.add_contents(argument, contents & DONE, Cause::Below(callee), pc);
            }
            self.through(arguments, callee, contents, |transfer, mask, cause| {
                transfer.add_contents(argument, mask, cause, pc)
            });
        }
        if let (Some(result), Shape::Plain) = (call.result, call.shape) {
            self.propagate_back(arguments, effect, result, pc);
        }
        self.store_by_call(call, effect, callee);
    }

    fn store_by_call(&mut self, call: &Call, effect: Effect<'_>, callee: Callee) {
        let arguments = self.skeleton.arguments(call);
        if let (Some(result), Shape::Plain) = (call.result, call.shape) {
            let contents = self.contents(result);
            let taken = if self.before.returns_anything { contents & !RETURNED } else { contents };
            for &field in effect.returned_fields {
                self.store(field, taken, Cause::Value(result), call.pc);
            }
        }
        let given = parameters(effect.written, arguments.len() as u32);
        let carried = given.fold(0, |all, position| all | self.carried(arguments[position as usize]));
        let taken = if self.before.writes_anything { TAINT } else { Mask::MAX };
        let is_asked = self.causes.as_ref().is_none_or(Causes::asks_for_fields);
        if !is_asked || carried & taken == 0 {
            return;
        }
        if self.causes.is_some() {
            for &(field, mask) in effect.writes {
                self.through(arguments, callee, mask, |transfer, mask, cause| {
                    transfer.store(field, mask & taken, cause, call.pc);
                });
            }
            return;
        }
        // The same, without causes. Most fields are written from the same parameters.
        let mut last = (0, 0);
        for &(field, mask) in effect.writes {
            if mask != last.0 {
                let given = parameters(mask, arguments.len() as u32);
                let given = given.fold(0, |all, position| all | self.carried(arguments[position as usize]));
                last = (mask, (mask & self.requested | given) & taken);
            }
            if last.1 != 0 {
                self.writes.push((field, last.1));
            }
        }
    }

    /// Propagates contents of a result to the arguments that the callee took it out of.
    fn propagate_back(&mut self, arguments: &[V], effect: Effect<'_>, result: V, pc: u16) {
        let contents = self.contents(result);
        if contents == 0 {
            return;
        }
        for position in parameters(effect.returned_arguments, arguments.len() as u32) {
            self.add_contents(arguments[position as usize], contents, Cause::Value(result), pc);
        }
    }

    /// Translates a mask of a callee: its own taint, and the taint of the arguments that it names.
    fn through(
        &mut self,
        arguments: &[V],
        callee: Callee,
        mask: Mask,
        mut visit: impl FnMut(&mut Self, Mask, Cause),
    ) {
        let found = mask & self.requested;
        if found != 0 {
            visit(self, found, Cause::Below(callee));
        }
        if mask & !TAINT & !EVENTS == 0 {
            return;
        }
        for position in parameters(mask, arguments.len() as u32) {
            let argument = arguments[position as usize];
            let carried = self.carried(argument);
            if carried != 0 {
                visit(self, carried, Cause::Through(argument, position, callee));
            }
        }
    }

    fn finish(mut self) -> Outcome {
        let mut summary = Summary { branch: self.branch, thrown: self.thrown, ..Summary::default() };
        for sink in self.skeleton.sinks {
            let mask = self.carried(sink.value);
            match sink.kind {
                SinkKind::Branch => summary.branch |= mask,
                SinkKind::Return => summary.result |= mask,
                SinkKind::Throw => summary.thrown |= mask,
            }
        }
        let given = self.values.iter().take(self.skeleton.parameters as usize).enumerate();
        let others = |position: usize, contents: Mask| contents & !parameter(position as u32) & !RETURNED;
        for (position, value) in given.clone() {
            if value.contents & RETURNED != 0 {
                summary.returned_parameters |= parameter(position as u32);
            }
        }
        if given.clone().any(|(position, value)| others(position, value.contents) != 0) {
            summary.contents = given.map(|(position, value)| others(position, value.contents)).collect();
        }
        let mut outcome = Outcome::default();
        let (mut returned_fields, mut stored) = (Vec::new(), Vec::new());
        self.writes.sort_unstable_by_key(|&(field, _)| field);
        for same in self.writes.chunk_by(|one, other| one.0 == other.0) {
            let field = same[0].0;
            let mask = same.iter().fold(0, |all, &(_, mask)| all | mask);
            if mask & TAINT != 0 {
                outcome.fields.push((field, mask & TAINT));
            }
            if mask & DONE != 0 {
                outcome.changes.push((field, mask & DONE));
            }
            if mask & RETURNED != 0 {
                returned_fields.push(field);
            }
            // Taint of a receiver says little of the values that its methods store.
            let receiver = if self.is_static { 0 } else { parameter(0) };
            let given = mask & !TAINT & !EVENTS & !receiver;
            if given != 0 {
                stored.push((field, given));
            }
        }
        // Once there are too many, there always are: so that the iteration terminates.
        summary.writes_anything = self.before.writes_anything || stored.len() > WRITES;
        if !summary.writes_anything {
            summary.written = stored.iter().fold(0, |all, &(_, mask)| all | mask);
            summary.writes = stored.into();
        }
        summary.returns_anything = self.before.returns_anything || returned_fields.len() > GIVEN;
        if !summary.returns_anything {
            summary.returned_fields = returned_fields.into();
        }
        outcome.is_new = summary != *self.before;
        outcome.summary = summary;
        self.give_back();
        outcome
    }
}
