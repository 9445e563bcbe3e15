//! The least fixed point over all methods: which carry state to a branch or a return.
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
    /// By field, what it carries.
    pub fields: Vec<Mask>,
    /// Who first put it there, by field and bit. What was there from the start has nobody.
    pub writers: FxHashMap<(FieldId, Mask), Writer>,
    /// By position of the method: fields whose contents it changes, if that was asked.
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
    /// Solves for all methods. `fields` carry something from the start.
    pub fn solve(&self, question: Question, fields: &FxHashMap<FieldId, Mask>) -> Solution {
        // Thousands of small batches: not each should have to find its way into the pool.
        rayon::scope(|_| self.solve_in_pool(question, fields))
    }

    fn solve_in_pool(&self, question: Question, fields: &FxHashMap<FieldId, Mask>) -> Solution {
        let mut solution = Solution {
            summaries: vec![Summary::default(); self.methods.len()],
            joined: (0..self.dispatch_count()).map(|_| Joined::default()).collect(),
            changes: Vec::new(),
            fields: vec![0; self.scope.world.field_ids().len()],
            writers: FxHashMap::default(),
            rounds: 0,
        };
        for (field, &mask) in fields {
            solution.fields[field.index()] = mask;
        }
        if question == Question::Changes {
            solution.changes = vec![Vec::new(); self.methods.len()];
        }
        let mut agenda = Agenda::new(&self.levels);
        while let Some(batch) = agenda.next() {
            solution.rounds += 1;
            let work_out =
                |&position: &u32| self.work_out(question, position as usize, &solution, Focus::All);
            let outcomes: Vec<Outcome> = match batch.len() {
                0..FEW => batch.iter().map(work_out).collect(),
                _ => batch.par_iter().with_min_len(FEW / 2).map(work_out).collect(),
            };
            for (position, outcome) in batch.into_iter().zip(outcomes) {
                self.take(&mut solution, position, outcome, &mut agenda);
            }
        }
        solution
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
            let count = self.skeletons.get(position as usize).parameters;
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
