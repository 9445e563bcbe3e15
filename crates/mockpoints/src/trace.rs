//! Finds the ways from sources to the sinks of points.
//!
//! A way is put together from what happens inside of single methods, and many ways lead through the same ones: what
//! happens inside of one is worked out once. All that are one method longer are gone at a time.

use std::sync::OnceLock;

use rayon::prelude::*;
use reenact_world::{FieldId, MethodRefId};
use rustc_hash::FxHashMap;

use crate::cause::{Because, Cause, Causes};
use crate::effect::Effect;
use crate::program::{Callee, Program};
use crate::skeleton::{Skeleton, V};
use crate::solve::Solution;
use crate::summary::{Mask, parameter};
use crate::ways::{METHODS, Move, Moved, Way, Ways};
use crate::work::Focus;

/// A way that was found.
pub(crate) struct Traced {
    pub way: Way,
    pub source: Origin,
    /// The positions of methods that found the state and could not keep it, the lowest first.
    pub callees: Vec<u32>,
}

/// What a way begins with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Origin {
    Call(MethodRefId, u16),
    Field(FieldId),
    /// The way was cut short.
    Unknown,
}

/// A part of a way that lies in one method.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Stretch {
    position: u32,
    bit: Mask,
    focus: Focus,
    goal: Goal,
}

impl Stretch {
    /// Whether they differ at most in where they lead.
    fn is_beside(&self, other: &Stretch) -> bool {
        Stretch { goal: other.goal, ..*self } == *other
    }
}

/// Where a stretch leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Goal {
    Sink,
    Field(FieldId),
}

/// A stretch that was gone, from its goal back.
struct Gone {
    moves: Vec<Moved>,
    before: Before,
}

/// What a stretch begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    Source(MethodRefId, u16),
    Field(FieldId),
    Callee(u32),
    Unknown,
}

/// The ways to the sinks of methods, by their positions, that state of a kind comes to. All of them are put among
/// the `ways`.
pub(crate) fn trace(
    program: &Program<'_>,
    solution: &Solution,
    ends: &[(usize, Mask)],
    ways: &mut Ways,
) -> Vec<Traced> {
    let first = ways.len();
    let mut tracing = Tracing { solution, known: FxHashMap::default(), ahead: Vec::new(), first };
    let ends: Vec<Way> = ends
        .iter()
        .map(|&(position, bit)| {
            let position = position as u32;
            tracing.way(Stretch { position, bit, focus: Focus::All, goal: Goal::Sink })
        })
        .collect();
    let mut befores = Vec::new();
    let shown = Shown::new(program, solution);
    for _ in 0..METHODS {
        let ahead = std::mem::take(&mut tracing.ahead);
        let gone = shown.go(&ahead);
        for (stretch, gone) in ahead.into_iter().zip(gone) {
            let before = tracing.before(stretch, gone.before);
            ways.add(program.methods[stretch.position as usize], &gone.moves, before);
            befores.push(gone.before);
        }
    }
    ends.into_iter()
        .map(|way| {
            let mut traced = Traced { way, source: Origin::Unknown, callees: Vec::new() };
            for way in ways.back(way) {
                match befores[way.index() - first] {
                    Before::Source(reference, source) => traced.source = Origin::Call(reference, source),
                    Before::Callee(target) => traced.callees.push(target),
                    Before::Field(field) => traced.source = Origin::Field(field),
                    Before::Unknown => {}
                }
            }
            traced.callees.reverse();
            traced
        })
        .collect()
}

/// Which stretches are known, and which of them are still to be gone.
struct Tracing<'t> {
    solution: &'t Solution,
    known: FxHashMap<Stretch, Way>,
    ahead: Vec<Stretch>,
    /// How many stretches were there from the start.
    first: usize,
}

impl Tracing<'_> {
    fn way(&mut self, stretch: Stretch) -> Way {
        let way = Way::at(self.first + self.known.len());
        *self.known.entry(stretch).or_insert_with(|| {
            self.ahead.push(stretch);
            way
        })
    }

    /// The stretch that leads to another, given what that begins with.
    fn before(&mut self, stretch: Stretch, before: Before) -> Option<Way> {
        let bit = stretch.bit;
        match before {
            Before::Source(..) | Before::Unknown => None,
            Before::Callee(target) => {
                Some(self.way(Stretch { position: target, goal: Goal::Sink, ..stretch }))
            }
            Before::Field(field) => {
                let writer = self.solution.writers.get(&(field, bit))?;
                let focus = Focus::Before { round: writer.round, bit };
                Some(self.way(Stretch { position: writer.position, bit, focus, goal: Goal::Field(field) }))
            }
        }
    }
}

/// The targets of dispatches that readers are shown: the first that does what was seen.
struct Shown<'s, 'a> {
    program: &'s Program<'a>,
    solution: &'s Solution,
    /// By dispatch. Some have thousands of targets.
    known: Vec<OnceLock<FirstTargets>>,
}

#[derive(Default)]
struct FirstTargets {
    /// The first that a kind of state comes out of, by its bit.
    found: FxHashMap<Mask, u32>,
    /// The first that an argument comes out of, by its bit.
    passed: FxHashMap<Mask, u32>,
}

impl<'s, 'a> Shown<'s, 'a> {
    fn new(program: &'s Program<'a>, solution: &'s Solution) -> Self {
        Shown { program, solution, known: (0..program.dispatch_count()).map(|_| OnceLock::new()).collect() }
    }

    /// Goes stretches, those through a method together: some put state into thousands of fields.
    fn go(&self, stretches: &[Stretch]) -> Vec<Gone> {
        let mut order: Vec<u32> = (0..stretches.len() as u32).collect();
        order.par_sort_by_key(|&at| stretches[at as usize]);
        let together: Vec<&[u32]> = order
            .chunk_by(|&one, &other| stretches[one as usize].is_beside(&stretches[other as usize]))
            .collect();
        let mut gone: Vec<(u32, Gone)> = together
            .par_iter()
            .with_min_len(16)
            .flat_map_iter(|together| {
                let goals = || together.iter().map(|&at| stretches[at as usize]);
                let causes = self.causes(stretches[together[0] as usize], goals());
                let gone: Vec<Gone> = goals().map(|stretch| Walk::new(self, &causes, stretch).go()).collect();
                together.iter().copied().zip(gone)
            })
            .collect();
        gone.par_sort_unstable_by_key(|&(at, _)| at);
        gone.into_iter().map(|(_, gone)| gone).collect()
    }

    fn causes(&self, one: Stretch, all: impl Iterator<Item = Stretch>) -> Causes {
        let Stretch { position, bit, focus, .. } = one;
        let fields = all.filter_map(|stretch| match stretch.goal {
            Goal::Sink => None,
            Goal::Field(field) => Some(field),
        });
        self.program.causes(position as usize, self.solution, focus, bit, fields)
    }

    fn of(&self, dispatch: u32) -> &FirstTargets {
        self.known[dispatch as usize].get_or_init(|| {
            let mut first = FirstTargets::default();
            let (mut found, mut passed) = (0, 0);
            for &target in self.program.targets(dispatch) {
                let facts = self.program.facts[target as usize];
                let effect = Effect::of(facts, &self.solution.summaries[target as usize]);
                let fresh = effect.found() & !found;
                found |= fresh;
                first.found.extend(bits(fresh).map(|bit| (bit, target)));
                let fresh = effect.passed() & !passed;
                passed |= fresh;
                first.passed.extend(bits(fresh).map(|bit| (bit, target)));
            }
            first
        })
    }

    fn target(&self, callee: Callee, does: impl Fn(&FirstTargets) -> Option<&u32>) -> Option<u32> {
        match callee {
            Callee::Method(position) => Some(position),
            Callee::Dispatch(at) => does(self.of(at)).or_else(|| self.program.targets(at).first()).copied(),
        }
    }
}

fn bits(mut mask: Mask) -> impl Iterator<Item = Mask> {
    std::iter::from_fn(move || {
        let bit = mask & mask.wrapping_neg();
        mask &= !bit;
        (bit != 0).then_some(bit)
    })
}

/// Goes back one stretch.
struct Walk<'w, 'a> {
    shown: &'w Shown<'w, 'a>,
    program: &'w Program<'a>,
    stretch: Stretch,
    skeleton: Skeleton<'w>,
    causes: &'w Causes,
    moves: Vec<Moved>,
}

impl<'w, 'a> Walk<'w, 'a> {
    fn new(shown: &'w Shown<'w, 'a>, causes: &'w Causes, stretch: Stretch) -> Self {
        let program = shown.program;
        let skeleton = program.skeletons.get(stretch.position as usize);
        Walk { shown, program, stretch, skeleton, causes, moves: Vec::new() }
    }

    fn go(mut self) -> Gone {
        let last = match self.stretch.goal {
            Goal::Sink => self.sink(),
            Goal::Field(field) => {
                let last = self.causes.of_field(field);
                if let Some((_, pc)) = last {
                    self.push(pc, Move::IsPutInto(field));
                }
                last
            }
        };
        let before = last.map_or(Before::Unknown, |because| self.follow(because));
        Gone { moves: self.moves, before }
    }

    /// Why state comes to the first sink that it comes to.
    fn sink(&mut self) -> Option<Because> {
        let skeleton = self.skeleton;
        let reached = skeleton.sinks.iter().filter(|sink| self.causes.of(sink.value).is_some());
        if let Some(sink) = reached.min_by_key(|sink| sink.pc) {
            self.push(sink.pc, Move::Reaches(sink.kind));
            return self.causes.of(sink.value);
        }
        if let Some((cause, pc)) = self.causes.branch {
            if let Some(target) = self.target(cause) {
                self.push(pc, Move::DecidesWhatDoes(self.program.methods[target as usize]));
            }
            return Some((cause, pc));
        }
        // Into what it is given, then.
        let filled = (0..skeleton.parameters).filter_map(|parameter: V| self.causes.of(parameter));
        let (cause, pc) = filled.min_by_key(|&(_, pc)| pc)?;
        self.push(pc, Move::IsPutIntoWhatWasGiven);
        Some((cause, pc))
    }

    fn follow(&mut self, (mut cause, mut pc): Because) -> Before {
        // Every cause was there before what it caused, so this ends.
        loop {
            let value = match cause {
                Cause::Start => return Before::Unknown,
                Cause::Source(reference, source) => {
                    self.add(pc, Move::ComesFrom(reference));
                    return Before::Source(reference, source);
                }
                Cause::Field(field) => {
                    self.add(pc, Move::IsReadFrom(field));
                    return Before::Field(field);
                }
                Cause::Below(_) => {
                    let Some(target) = self.target(cause) else { return Before::Unknown };
                    self.add(pc, Move::ComesOutOf(self.program.methods[target as usize]));
                    return Before::Callee(target);
                }
                Cause::Through(value, ..) => {
                    if let Some(target) = self.target(cause) {
                        self.add(pc, Move::GoesThrough(self.program.methods[target as usize]));
                    }
                    value
                }
                Cause::Value(value) => {
                    self.carry_on(pc);
                    value
                }
            };
            match self.causes.of(value) {
                Some(because) => (cause, pc) = because,
                None => return Before::Unknown,
            }
        }
    }

    /// The method below that something came out of or went through; of several, the first that it may have been.
    fn target(&self, cause: Cause) -> Option<u32> {
        match cause {
            Cause::Below(callee) => self.shown.target(callee, |first| first.found.get(&self.stretch.bit)),
            Cause::Through(_, argument, callee) => {
                self.shown.target(callee, |first| first.passed.get(&parameter(argument)))
            }
            _ => None,
        }
    }

    fn line(&self, pc: u16) -> Option<u16> {
        self.skeleton.lines.at(pc)
    }

    fn push(&mut self, pc: u16, what: Move) {
        let line = self.line(pc);
        self.moves.push(Moved { line, what });
    }

    fn add(&mut self, pc: u16, what: Move) {
        let line = self.line(pc);
        // What was only carried on, on the same line, is said by this.
        if self.moves.last() == Some(&Moved { line, what: Move::IsCarriedOn }) {
            self.moves.pop();
        }
        self.moves.push(Moved { line, what });
    }

    fn carry_on(&mut self, pc: u16) {
        let line = self.line(pc);
        let is_new = self.moves.last().is_none_or(|last| last.line != line);
        if is_new && line.is_some() {
            self.moves.push(Moved { line, what: Move::IsCarriedOn });
        }
    }
}
