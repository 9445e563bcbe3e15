//! One method, worked out from what is known of the others.

use std::cell::Cell;

use reenact_base::Id;
use reenact_world::FieldId;

use crate::cause::{Cause, Causes};
use crate::effect::Effect;
use crate::program::{Callee, Program};
use crate::skeleton::{Call, Pour, Shape, SinkKind, Skeleton, V};
use crate::solve::Solution;
use crate::summary::{
    CHANGED, DONE, EVENTS, FOUND, GIVEN, Mask, RETURNED, Summary, WRITES, WRITTEN, bit, parameter, parameters,
};

/// What of a method is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
pub(crate) struct Outcome {
    pub summary: Summary,
    /// Whether that was not known before.
    pub is_new: bool,
    /// What is found and stored.
    pub fields: Vec<(FieldId, Mask)>,
    pub changes: Vec<(FieldId, Mask)>,
}

/// What a method is worked out in: there are millions to work out, so each thread keeps one.
#[derive(Default)]
struct Scratch {
    values: Vec<Value>,
    /// By call: how much it was last seen to be given. Masks grow, so the same is the same.
    seen: Vec<Option<u32>>,
    writes: Vec<(FieldId, Mask)>,
}

/// What a value is known to carry, and what was poured into it.
#[derive(Clone, Copy, Default)]
struct Value {
    carried: Mask,
    poured: Mask,
}

thread_local! {
    static SCRATCH: Cell<Scratch> = Cell::default();
}

impl<'a> Program<'a> {
    /// Works out one method.
    pub fn work_out(&self, position: usize, known: &Solution, focus: Focus) -> Outcome {
        let mut work = self.work(position, known, focus, None);
        let skeleton = work.skeleton;
        for position in 0..skeleton.parameters {
            work.values[position as usize].carried = parameter(position);
        }
        for sink in skeleton.sinks.iter().filter(|sink| sink.kind == SinkKind::Return) {
            work.pour(sink.value, RETURNED, Cause::Start, sink.pc);
        }
        for mutation in skeleton.mutations {
            let event = if mutation.is_object { WRITTEN } else { CHANGED };
            work.pour(mutation.value, event, Cause::Start, mutation.pc);
        }
        if known.has_state {
            work.start(focus);
        }
        work.go();
        work.finish()
    }

    /// Why a method's values, and some fields, given in ascending order, come to carry a kind of state.
    pub fn causes(
        &self,
        position: usize,
        known: &Solution,
        focus: Focus,
        bit: Mask,
        fields: impl Iterator<Item = FieldId>,
    ) -> Causes {
        let causes = Causes::new(bit, self.skeletons.get(position).values, fields);
        let mut work = self.work(position, known, focus, Some(causes));
        work.start(focus);
        work.go();
        let causes = work.causes.take();
        work.give_back();
        causes.unwrap_or_else(|| unreachable!("it was given above"))
    }

    fn work<'w>(
        &'w self,
        position: usize,
        known: &'w Solution,
        focus: Focus,
        causes: Option<Causes>,
    ) -> Work<'w, 'a> {
        let skeleton = self.skeletons.get(position);
        let Scratch { mut values, mut seen, mut writes } = SCRATCH.take();
        values.clear();
        values.resize(skeleton.values as usize, Value::default());
        seen.clear();
        seen.resize(skeleton.calls.len(), None);
        writes.clear();
        Work {
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
            is_static: self.facts[position].is_static,
            follows_calls: !matches!(focus, Focus::Origin { follows_calls: false, .. }),
            asked: causes.as_ref().map_or(FOUND, |causes| causes.bit),
            causes,
        }
    }
}

struct Work<'w, 'a> {
    program: &'w Program<'a>,
    known: &'w Solution,
    skeleton: Skeleton<'w>,
    values: Vec<Value>,
    seen: Vec<Option<u32>>,
    /// In any order, a field perhaps several times.
    writes: Vec<(FieldId, Mask)>,
    /// What decides branches of what is called.
    branch: Mask,
    thrown: Mask,
    grew: bool,
    follows_calls: bool,
    /// What was known of it.
    before: &'w Summary,
    is_static: bool,
    /// The state that is asked about.
    asked: Mask,
    causes: Option<Causes>,
}

impl<'w> Work<'w, '_> {
    fn start(&mut self, focus: Focus) {
        self.start_from_origins(focus);
        self.start_from_fields(focus);
    }

    fn go(&mut self) {
        while std::mem::take(&mut self.grew) {
            self.pass();
        }
        self.store_all();
    }

    fn give_back(self) {
        let Work { values, seen, writes, .. } = self;
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
            let found = bit(self.program.catalog.sources[usize::from(origin.source)].kind) & self.asked;
            let cause = Cause::Source(origin.reference, origin.source);
            if origin.is_poured {
                self.pour(origin.value, found, cause, origin.pc);
            } else {
                self.carry(origin.value, found, cause, origin.pc);
            }
        }
    }

    fn start_from_fields(&mut self, focus: Focus) {
        let skeleton = self.skeleton;
        for load in skeleton.loads {
            let carried = self.known.fields[load.field.index()] & self.asked;
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

    fn pour(&mut self, value: V, mask: Mask, cause: Cause, pc: u16) {
        let known = &mut self.values[value as usize].poured;
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

    /// Goes over the flows, as far as that is known in the order of the code: then most need to be gone over once.
    fn pass(&mut self) {
        let skeleton = self.skeleton;
        let (mut copies, mut pours) = (0, 0);
        for (at, call) in self.calls().iter().enumerate() {
            self.flow(
                &skeleton.copies[copies..call.copies as usize],
                &skeleton.pours[pours..call.pours as usize],
            );
            (copies, pours) = (call.copies as usize, call.pours as usize);
            let given = Some(self.given(call));
            if std::mem::replace(&mut self.seen[at], given) != given {
                self.known.effects(self.program, call, |effect, callee| self.call(call, effect, callee));
            }
        }
        self.flow(&skeleton.copies[copies..], &skeleton.pours[pours..]);
        for &(value, source) in skeleton.backs.iter().rev() {
            let mask = self.poured(value);
            self.pour(source, mask, Cause::Value(value), skeleton.pcs[value as usize]);
        }
        for load in skeleton.loads.iter().rev() {
            if let (Some(holder), true) = (load.holder, self.poured(load.value) & DONE != 0) {
                self.pour(holder, WRITTEN, Cause::Value(load.value), load.pc);
            }
        }
    }

    fn flow(&mut self, copies: &[(V, V)], pours: &[Pour]) {
        let pcs = self.skeleton.pcs;
        for &(from, to) in copies {
            let mask = self.carried(from);
            self.carry(to, mask, Cause::Value(from), pcs[to as usize]);
        }
        for pour in pours {
            let mask = self.carried(pour.from);
            self.pour(pour.into, mask, Cause::Value(pour.from), pour.pc);
        }
    }

    /// What is stored has no part in what values carry: that is told once, in the end.
    fn store_all(&mut self) {
        let skeleton = self.skeleton;
        for load in skeleton.loads {
            self.store(load.field, self.poured(load.value), Cause::Value(load.value), load.pc);
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

    fn poured(&self, value: V) -> Mask {
        self.values[value as usize].poured
    }

    /// How much a call is given, by its arguments and by what is done to its result.
    fn given(&self, call: &Call) -> u32 {
        let arguments = self.skeleton.arguments(call).iter();
        let carried: u32 = arguments.map(|&argument| self.carried(argument).count_ones()).sum();
        carried + call.result.map_or(0, |result| self.poured(result).count_ones())
    }

    fn call(&mut self, call: &Call, effect: Effect<'_>, callee: Callee) {
        let (skeleton, pc) = (self.skeleton, call.pc);
        let arguments = skeleton.arguments(call);
        if let (Some(&made), true) = (arguments.first(), effect.made != 0) {
            self.through(arguments, callee, effect.made, |work, mask, cause| {
                work.pour(made, mask, cause, pc)
            });
        }
        let decided = match (call.result, call.shape) {
            (None, _) => effect.decided,
            (Some(result), Shape::Lambda) => {
                self.through(arguments, callee, effect.object, |work, mask, cause| {
                    work.carry(result, mask, cause, pc);
                });
                effect.decided & FOUND
            }
            (Some(result), _) => {
                self.through(arguments, callee, effect.result, |work, mask, cause| {
                    work.carry(result, mask, cause, pc);
                });
                effect.decided_unseen
            }
        };
        self.through(arguments, callee, decided, |work, mask, cause| work.decide(mask, cause, pc));
        if call.shape != Shape::Lambda {
            let handlers = skeleton.handlers(call);
            self.through(arguments, callee, effect.thrown, |work, mask, cause| {
                handlers.iter().for_each(|&handler| work.carry(handler, mask, cause, pc));
                if !call.catches_all {
                    work.escape(mask, cause, pc);
                }
            });
        }
        for (poured, &argument) in effect.poured().zip(arguments) {
            if poured & DONE != 0 {
                self.pour(argument, poured & DONE, Cause::Below(callee), pc);
            }
            self.through(arguments, callee, poured, |work, mask, cause| work.pour(argument, mask, cause, pc));
        }
        if let (Some(result), Shape::Plain) = (call.result, call.shape) {
            self.back_through(arguments, effect, result, pc);
        }
        self.store_by_call(call, effect, callee);
    }

    fn store_by_call(&mut self, call: &Call, effect: Effect<'_>, callee: Callee) {
        let arguments = self.skeleton.arguments(call);
        if let (Some(result), Shape::Plain) = (call.result, call.shape) {
            let poured = self.poured(result);
            let taken = if self.before.gives_anything { poured & !RETURNED } else { poured };
            for &field in effect.given_fields {
                self.store(field, taken, Cause::Value(result), call.pc);
            }
        }
        let given = parameters(effect.written, arguments.len() as u32);
        let carried = given.fold(0, |all, position| all | self.carried(arguments[position as usize]));
        let taken = if self.before.writes_anything { FOUND } else { Mask::MAX };
        let is_asked = self.causes.as_ref().is_none_or(Causes::asks_for_fields);
        if !is_asked || carried & taken == 0 {
            return;
        }
        if self.causes.is_some() {
            for &(field, mask) in effect.writes {
                self.through(arguments, callee, mask, |work, mask, cause| {
                    work.store(field, mask & taken, cause, call.pc);
                });
            }
            return;
        }
        // The same in short. Most are written from the same parameters.
        let mut last = (0, 0);
        for &(field, mask) in effect.writes {
            if mask != last.0 {
                let given = parameters(mask, arguments.len() as u32);
                let given = given.fold(0, |all, position| all | self.carried(arguments[position as usize]));
                last = (mask, (mask & self.asked | given) & taken);
            }
            if last.1 != 0 {
                self.writes.push((field, last.1));
            }
        }
    }

    /// What is poured into a result is poured into what the callee took it out of.
    fn back_through(&mut self, arguments: &[V], effect: Effect<'_>, result: V, pc: u16) {
        let poured = self.poured(result);
        if poured == 0 {
            return;
        }
        for position in parameters(effect.given_arguments, arguments.len() as u32) {
            self.pour(arguments[position as usize], poured, Cause::Value(result), pc);
        }
    }

    /// Tells what a mask of a callee means here: what was found there, and what it is given.
    fn through(
        &mut self,
        arguments: &[V],
        callee: Callee,
        mask: Mask,
        mut tell: impl FnMut(&mut Self, Mask, Cause),
    ) {
        let found = mask & self.asked;
        if found != 0 {
            tell(self, found, Cause::Below(callee));
        }
        if mask & !FOUND & !EVENTS == 0 {
            return;
        }
        for position in parameters(mask, arguments.len() as u32) {
            let argument = arguments[position as usize];
            let carried = self.carried(argument);
            if carried != 0 {
                tell(self, carried, Cause::Through(argument, position, callee));
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
        let others = |position: usize, poured: Mask| poured & !parameter(position as u32) & !RETURNED;
        for (position, value) in given.clone() {
            if value.poured & RETURNED != 0 {
                summary.given_parameters |= parameter(position as u32);
            }
        }
        if given.clone().any(|(position, value)| others(position, value.poured) != 0) {
            summary.poured = given.map(|(position, value)| others(position, value.poured)).collect();
        }
        let mut outcome = Outcome::default();
        let (mut given_fields, mut stored) = (Vec::new(), Vec::new());
        self.writes.sort_unstable_by_key(|&(field, _)| field);
        for same in self.writes.chunk_by(|one, other| one.0 == other.0) {
            let field = same[0].0;
            let mask = same.iter().fold(0, |all, &(_, mask)| all | mask);
            if mask & FOUND != 0 {
                outcome.fields.push((field, mask & FOUND));
            }
            if mask & DONE != 0 {
                outcome.changes.push((field, mask & DONE));
            }
            if mask & RETURNED != 0 {
                given_fields.push(field);
            }
            // That a receiver carries something says little of what its methods store.
            let receiver = if self.is_static { 0 } else { parameter(0) };
            let given = mask & !FOUND & !EVENTS & !receiver;
            if given != 0 {
                stored.push((field, given));
            }
        }
        // Once too many, always too many: so the rounds end.
        summary.writes_anything = self.before.writes_anything || stored.len() > WRITES;
        if !summary.writes_anything {
            summary.written = stored.iter().fold(0, |all, &(_, mask)| all | mask);
            summary.writes = stored.into();
        }
        summary.gives_anything = self.before.gives_anything || given_fields.len() > GIVEN;
        if !summary.gives_anything {
            summary.given_fields = given_fields.into();
        }
        outcome.is_new = summary != *self.before;
        outcome.summary = summary;
        self.give_back();
        outcome
    }
}
