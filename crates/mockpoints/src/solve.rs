//! The least fixed point over all methods: which carry state to a branch or a return.
//!
//! First without any state, which tells what methods do with what they are given; then state is let in, and whom that
//! concerns is worked out again.
//!
//! Methods are worked out from below: those on one level together, from what was known before; then those above.
//! Whatever is called from further up, or reads a field that something was put into, waits for the next sweep.
//! Masks only grow, and what is worked out together is set by the calls alone: so the end is the same on however
//! many threads.

use rayon::prelude::*;
use reenact_base::Id;
use reenact_world::FieldId;
use rustc_hash::FxHashMap;

use crate::effect::{Effect, Joined};
use crate::program::{Callee, Program};
use crate::skeleton::{Call, Shape};
use crate::summary::{Mask, Summary};
use crate::work::{Focus, Outcome};

/// Fewer methods than these are not worth handing out to threads.
const FEW: usize = 16;

/// What came out.
pub(crate) struct Solution {
    /// By position of the method.
    pub summaries: Vec<Summary>,
    /// By position of the dispatch.
    joined: Vec<Joined>,
    /// By field, what it carries.
    pub fields: Vec<Mask>,
    /// Who first put it there, by field and bit. What was there from the start has nobody.
    pub writers: FxHashMap<(FieldId, Mask), Writer>,
    /// By position of the method: fields whose contents it changes. Told until state is let in.
    pub changes: Vec<Vec<(FieldId, Mask)>>,
    /// Whether it was let in.
    pub has_state: bool,
    pub rounds: usize,
}

/// Who put something into a field, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Writer {
    /// The position of a method.
    pub position: u32,
    pub round: usize,
}

impl Solution {
    /// Calls back with what a call does, as far as that is known.
    pub fn effects(&self, program: &Program<'_>, call: &Call, mut tell: impl FnMut(Effect<'_>, Callee)) {
        let one = |target: u32| Effect::of(program.facts[target as usize], &self.summaries[target as usize]);
        match call.callee {
            None => {}
            Some(Callee::Method(target)) => tell(one(target), Callee::Method(target)),
            Some(callee @ Callee::Dispatch(at)) => match call.shape {
                Shape::Plain => tell(self.joined[at as usize].effect(), callee),
                Shape::Lambda | Shape::Callback => {
                    for &target in program.targets(at) {
                        tell(one(target), Callee::Method(target));
                    }
                }
            },
        }
    }
}

impl Program<'_> {
    /// What all methods do with what they are given, as long as there is no state.
    pub fn solve(&self) -> Solution {
        let mut solution = Solution {
            summaries: vec![Summary::default(); self.methods.len()],
            joined: (0..self.dispatch_count()).map(|_| Joined::default()).collect(),
            changes: vec![Vec::new(); self.methods.len()],
            fields: vec![0; self.scope.world.field_ids().len()],
            writers: FxHashMap::default(),
            has_state: false,
            rounds: 0,
        };
        self.settle(&mut solution, Agenda::new(&self.levels, 0..self.methods.len() as u32));
        solution
    }

    /// Lets state in, by its sources and by fields that carry it from the start. What was known holds on, and more comes
    /// to it.
    pub fn let_state_in(&self, solution: &mut Solution, fields: &FxHashMap<FieldId, Mask>) {
        (solution.has_state, solution.changes) = (true, Vec::new());
        let with_origins = (0..self.methods.len() as u32)
            .filter(|&position| !self.skeletons.get(position as usize).origins.is_empty());
        let mut concerned: Vec<u32> = with_origins.collect();
        for (&field, &mask) in fields {
            solution.fields[field.index()] = mask;
            concerned.extend(self.readers(field));
        }
        self.settle(solution, Agenda::new(&self.levels, concerned.into_iter()));
    }

    fn settle(&self, solution: &mut Solution, agenda: Agenda<'_>) {
        // Thousands of small batches: not each should have to find its way into the pool.
        rayon::scope(|_| self.settle_in_pool(solution, agenda));
    }

    fn settle_in_pool(&self, solution: &mut Solution, mut agenda: Agenda<'_>) {
        while let Some(batch) = agenda.next() {
            solution.rounds += 1;
            let work_out = |&position: &u32| self.work_out(position as usize, solution, Focus::All);
            let outcomes: Vec<Outcome> = match batch.len() {
                0..FEW => batch.iter().map(work_out).collect(),
                _ => batch.par_iter().with_min_len(FEW / 2).map(work_out).collect(),
            };
            for (position, outcome) in batch.into_iter().zip(outcomes) {
                self.take(solution, position, outcome, &mut agenda);
            }
        }
    }

    /// Keeps what came out for a method, and puts on the agenda whom it concerns.
    fn take(&self, solution: &mut Solution, position: u32, outcome: Outcome, agenda: &mut Agenda<'_>) {
        for &(field, mask) in &outcome.fields {
            let known = &mut solution.fields[field.index()];
            let new = mask & !*known;
            *known |= mask;
            for bit in [1, 2, 4] {
                if new & bit != 0 {
                    let writer = Writer { position, round: solution.rounds };
                    solution.writers.insert((field, bit), writer);
                }
            }
            if new != 0 {
                self.readers(field).iter().for_each(|&reader| agenda.add(reader));
            }
        }
        if let Some(changes) = solution.changes.get_mut(position as usize) {
            *changes = outcome.changes;
        }
        if !outcome.is_new {
            return;
        }
        self.callers(Callee::Method(position)).iter().for_each(|&caller| agenda.add(caller));
        let effect = Effect::of(self.facts[position as usize], &outcome.summary);
        let dispatches = self.dispatches_to(position);
        if !dispatches.is_empty() {
            let count = self.skeletons.parameters(position as usize);
            for &at in dispatches {
                if solution.joined[at as usize].take(effect, count, self.captured(at, position)) {
                    self.callers(Callee::Dispatch(at)).iter().for_each(|&caller| agenda.add(caller));
                }
            }
        }
        solution.summaries[position as usize] = outcome.summary;
    }
}

/// What is to be worked out, by level.
struct Agenda<'l> {
    levels: &'l [u32],
    is_waiting: Vec<bool>,
    now: Vec<Vec<u32>>,
    later: Vec<Vec<u32>>,
    level: u32,
}

impl<'l> Agenda<'l> {
    fn new(levels: &'l [u32], positions: impl Iterator<Item = u32>) -> Self {
        let height = levels.iter().max().map_or(0, |&level| level as usize + 1);
        let lists = || vec![Vec::new(); height];
        let is_waiting = vec![false; levels.len()];
        let mut agenda = Agenda { levels, is_waiting, now: lists(), later: lists(), level: 0 };
        positions.for_each(|position| agenda.add(position));
        // All that was added is above nothing yet.
        for (now, later) in agenda.now.iter_mut().zip(&mut agenda.later) {
            now.append(later);
        }
        agenda
    }

    /// The lowest of this sweep, ascending, or of the next.
    fn next(&mut self) -> Option<Vec<u32>> {
        for _ in 0..2 {
            while let Some(batch) = self.now.get_mut(self.level as usize) {
                if batch.is_empty() {
                    self.level += 1;
                    continue;
                }
                let mut batch = std::mem::take(batch);
                batch.sort_unstable();
                batch.iter().for_each(|&position| self.is_waiting[position as usize] = false);
                return Some(batch);
            }
            std::mem::swap(&mut self.now, &mut self.later);
            self.level = 0;
        }
        None
    }

    fn add(&mut self, position: u32) {
        if !std::mem::replace(&mut self.is_waiting[position as usize], true) {
            let level = self.levels[position as usize];
            let list = if level > self.level { &mut self.now } else { &mut self.later };
            list[level as usize].push(position);
        }
    }
}
