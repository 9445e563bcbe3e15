//! The least fixed point over all methods: which carry state to a branch or a return.
//!
//! Methods are worked out from below: those on one level together, from what was known before; then those above.
//! Whatever is called from further up, or reads a field that something was put into, waits for the next sweep.
//! Masks only grow, and what is worked out together is set by the calls alone: so the end is the same on however
//! many threads.

use rayon::prelude::*;
use reenact_world::FieldId;
use rustc_hash::FxHashMap;

use crate::effect::{Effect, Joined};
use crate::program::{Callee, Program};
use crate::skeleton::{Call, Shape};
use crate::summary::{Mask, Summary};
use crate::work::{Focus, Outcome};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// Which fields' contents are changed where.
    Changes,
    /// What state comes to branches and returns.
    State,
}

/// What came out.
pub(crate) struct Solution {
    /// By position of the method.
    pub summaries: Vec<Summary>,
    /// By position of the dispatch.
    joined: Vec<Joined>,
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

impl Solution {
    /// Calls back with what a call does, as far as that is known.
    pub fn effects(&self, program: &Program<'_>, call: &Call, mut tell: impl FnMut(Effect<'_>, Callee)) {
        let one = |target: u32| Effect::of(program.facts[target as usize], &self.summaries[target as usize]);
        match program.callee(call) {
            None => {}
            Some(Callee::Method(target)) => tell(one(target), Callee::Method(target)),
            Some(callee @ Callee::Dispatch(at)) => match call.shape {
                Shape::Plain => tell(self.joined[at as usize].effect(), callee),
                Shape::Lambda | Shape::Callback => {
                    for &target in &program.dispatched[at as usize].targets {
                        tell(one(target), Callee::Method(target));
                    }
                }
            },
        }
    }
}

impl Program<'_> {
    /// Solves for all methods. `fields` carry something from the start.
    pub fn solve(&self, question: Question, fields: FxHashMap<FieldId, Mask>) -> Solution {
        // Thousands of small batches: not each should have to find its way into the pool.
        rayon::scope(|_| self.solve_in_pool(question, fields))
    }

    fn solve_in_pool(&self, question: Question, fields: FxHashMap<FieldId, Mask>) -> Solution {
        let mut solution = Solution {
            summaries: vec![Summary::default(); self.methods.len()],
            joined: self.dispatched.iter().map(|_| Joined::default()).collect(),
            changes: vec![Vec::new(); self.methods.len()],
            fields,
            writers: FxHashMap::default(),
            rounds: 0,
        };
        let mut agenda = Agenda::new(&self.levels);
        while let Some(batch) = agenda.next() {
            solution.rounds += 1;
            let outcomes: Vec<Outcome> = batch
                .par_iter()
                .with_min_len(16)
                .map(|&position| self.work_out(question, position as usize, &solution, Focus::All))
                .collect();
            for (position, outcome) in batch.into_iter().zip(outcomes) {
                self.take(&mut solution, position, outcome, &mut agenda);
            }
        }
        solution
    }

    /// Keeps what came out for a method, and puts on the agenda whom it concerns.
    fn take(&self, solution: &mut Solution, position: u32, outcome: Outcome, agenda: &mut Agenda<'_>) {
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
                self.readers(field).iter().for_each(|&reader| agenda.add(reader));
            }
        }
        solution.changes[position as usize] = outcome.changes;
        if solution.summaries[position as usize] == outcome.summary {
            return;
        }
        self.callers(position).iter().for_each(|&caller| agenda.add(caller));
        let effect = Effect::of(self.facts[position as usize], &outcome.summary);
        for &at in self.dispatches_to(position) {
            let dispatch = &self.dispatched[at as usize];
            let count = self.skeletons[position as usize].parameters;
            if solution.joined[at as usize].take(effect, count, self.captured(dispatch, position)) {
                dispatch.callers.iter().for_each(|&caller| agenda.add(caller));
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
    /// Everything.
    fn new(levels: &'l [u32]) -> Self {
        let height = levels.iter().max().map_or(0, |&level| level as usize + 1);
        let mut now = vec![Vec::new(); height];
        for (position, &level) in levels.iter().enumerate() {
            now[level as usize].push(position as u32);
        }
        let later = vec![Vec::new(); height];
        Agenda { levels, is_waiting: vec![true; levels.len()], now, later, level: 0 }
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
