//! The least fixed point of the summaries of all methods.
//!
//! It is computed first without sources, which gives the flows from parameters; then sources are added, and the methods
//! that they affect are summarized again.
//!
//! Methods are summarized bottom-up: those of one level together, from the summaries known before; then the next
//! level. Methods below the current level that must be summarized again wait for the next sweep. Masks only grow, and
//! batches are determined by the call graph alone: so the result is the same on any number of threads.

use rayon::prelude::*;
use reenact_base::Id;
use reenact_world::FieldId;
use rustc_hash::FxHashMap;

use crate::effect::{Effect, Joined};
use crate::program::{Callee, Program};
use crate::skeleton::{Call, Shape};
use crate::summary::{Mask, Summary};
use crate::transfer::{Focus, Outcome};

/// Batches of fewer methods are not worth distributing over threads.
const FEW: usize = 16;

/// The fixed point.
pub(crate) struct Solution {
    /// By position of the method.
    pub summaries: Vec<Summary>,
    /// By position of the dispatch.
    joined: Vec<Joined>,
    /// By field, its taint.
    pub fields: Vec<Mask>,
    /// The first writer of each bit of a field's taint. Initial taint has no writer.
    pub writers: FxHashMap<(FieldId, Mask), Writer>,
    /// By position of the method: fields whose contents it changes. Only until sources are added.
    pub changes: Vec<Vec<(FieldId, Mask)>>,
    /// Whether sources were added.
    pub has_sources: bool,
    pub rounds: usize,
}

/// The method that first wrote taint to a field, and the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Writer {
    /// The position of a method.
    pub position: u32,
    pub round: usize,
}

impl Solution {
    /// Calls back with the effects of a call, as far as they are known.
    pub fn effects(&self, program: &Program<'_>, call: &Call, mut visit: impl FnMut(Effect<'_>, Callee)) {
        let one = |target: u32| Effect::of(program.facts[target as usize], &self.summaries[target as usize]);
        match call.callee {
            None => {}
            Some(Callee::Method(target)) => visit(one(target), Callee::Method(target)),
            Some(callee @ Callee::Dispatch(at)) => match call.shape {
                Shape::Plain => visit(self.joined[at as usize].effect(), callee),
                Shape::Lambda | Shape::Callback => {
                    for &target in program.targets(at) {
                        visit(one(target), Callee::Method(target));
                    }
                }
            },
        }
    }
}

impl Program<'_> {
    /// Computes the flows from parameters of all methods, without any sources.
    pub fn solve(&self) -> Solution {
        let mut solution = Solution {
            summaries: vec![Summary::default(); self.methods.len()],
            joined: (0..self.dispatch_count()).map(|_| Joined::default()).collect(),
            changes: vec![Vec::new(); self.methods.len()],
            fields: vec![0; self.scope.world.field_ids().len()],
            writers: FxHashMap::default(),
            has_sources: false,
            rounds: 0,
        };
        self.run_to_fixed_point(&mut solution, Worklist::new(&self.levels, 0..self.methods.len() as u32));
        solution
    }

    /// Adds sources and the initial taint of fields, and propagates them. Existing summaries only grow.
    pub fn propagate_sources(&self, solution: &mut Solution, fields: &FxHashMap<FieldId, Mask>) {
        (solution.has_sources, solution.changes) = (true, Vec::new());
        let with_origins = (0..self.methods.len() as u32)
            .filter(|&position| !self.skeletons.get(position as usize).origins.is_empty());
        let mut affected: Vec<u32> = with_origins.collect();
        for (&field, &mask) in fields {
            solution.fields[field.index()] = mask;
            affected.extend(self.readers(field));
        }
        self.run_to_fixed_point(solution, Worklist::new(&self.levels, affected.into_iter()));
    }

    fn run_to_fixed_point(&self, solution: &mut Solution, worklist: Worklist<'_>) {
        // There are thousands of small batches: they should not enter the pool one by one.
        rayon::scope(|_| self.run_in_pool(solution, worklist));
    }

    fn run_in_pool(&self, solution: &mut Solution, mut worklist: Worklist<'_>) {
        while let Some(batch) = worklist.next() {
            solution.rounds += 1;
            let summarize = |&position: &u32| self.summarize(position as usize, solution, Focus::All);
            let outcomes: Vec<Outcome> = match batch.len() {
                0..FEW => batch.iter().map(summarize).collect(),
                _ => batch.par_iter().with_min_len(FEW / 2).map(summarize).collect(),
            };
            for (position, outcome) in batch.into_iter().zip(outcomes) {
                self.take(solution, position, outcome, &mut worklist);
            }
        }
    }

    /// Stores a method's new summary and re-queues its callers and the readers of the fields it writes.
    fn take(&self, solution: &mut Solution, position: u32, outcome: Outcome, worklist: &mut Worklist<'_>) {
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
                self.readers(field).iter().for_each(|&reader| worklist.add(reader));
            }
        }
        if let Some(changes) = solution.changes.get_mut(position as usize) {
            *changes = outcome.changes;
        }
        if !outcome.is_new {
            return;
        }
        self.callers(Callee::Method(position)).iter().for_each(|&caller| worklist.add(caller));
        let effect = Effect::of(self.facts[position as usize], &outcome.summary);
        let dispatches = self.dispatches_to(position);
        if !dispatches.is_empty() {
            let count = self.skeletons.parameters(position as usize);
            for &at in dispatches {
                if solution.joined[at as usize].take(effect, count, self.captured(at, position)) {
                    self.callers(Callee::Dispatch(at)).iter().for_each(|&caller| worklist.add(caller));
                }
            }
        }
        solution.summaries[position as usize] = outcome.summary;
    }
}

/// A worklist of methods, by level.
struct Worklist<'l> {
    levels: &'l [u32],
    is_waiting: Vec<bool>,
    now: Vec<Vec<u32>>,
    later: Vec<Vec<u32>>,
    level: u32,
}

impl<'l> Worklist<'l> {
    fn new(levels: &'l [u32], positions: impl Iterator<Item = u32>) -> Self {
        let height = levels.iter().max().map_or(0, |&level| level as usize + 1);
        let lists = || vec![Vec::new(); height];
        let is_waiting = vec![false; levels.len()];
        let mut worklist = Worklist { levels, is_waiting, now: lists(), later: lists(), level: 0 };
        positions.for_each(|position| worklist.add(position));
        // Nothing has been summarized yet, so everything belongs to the first sweep.
        for (now, later) in worklist.now.iter_mut().zip(&mut worklist.later) {
            now.append(later);
        }
        worklist
    }

    /// Returns the batch of the lowest level of this sweep, or of the next one, ascending.
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
