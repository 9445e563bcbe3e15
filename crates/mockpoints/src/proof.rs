//! Finds the flow paths from sources to the sinks of points, which prove the points.
//!
//! A path consists of segments that each lie in one method. Many paths share segments, and each segment is computed once.
//! The search is breadth-first: all paths grow by one method at a time.

use std::sync::OnceLock;

use rayon::prelude::*;
use reenact_world::{FieldId, MethodRefId};
use rustc_hash::FxHashMap;

use crate::cause::{Because, Cause, Causes};
use crate::effect::Effect;
use crate::flow_path::{FlowPath, FlowPaths, METHODS, Move, MoveKind};
use crate::program::{Callee, Program};
use crate::skeleton::{Skeleton, V};
use crate::solve::Solution;
use crate::summary::{Mask, parameter};
use crate::transfer::Focus;

/// The flow path that proves a point.
pub(crate) struct Proof {
    pub path: FlowPath,
    pub source: Origin,
    /// The positions of the methods below that the taint comes out of, the lowest first.
    pub callees: Vec<u32>,
}

/// The start of a flow path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Origin {
    Call(MethodRefId, u16),
    Field(FieldId),
    /// The path was cut off at the limit.
    Unknown,
}

/// A part of a path that lies in one method.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Segment {
    position: u32,
    bit: Mask,
    focus: Focus,
    goal: Goal,
}

impl Segment {
    /// Returns whether the segments differ at most in their goals.
    fn has_same_context(&self, other: &Segment) -> bool {
        Segment { goal: other.goal, ..*self } == *other
    }
}

/// The end of a segment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Goal {
    Sink,
    Field(FieldId),
}

/// The steps of a segment, from its goal back.
struct Followed {
    moves: Vec<Move>,
    before: Predecessor,
}

/// The start of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Predecessor {
    Source(MethodRefId, u16),
    Field(FieldId),
    Callee(u32),
    Unknown,
}

/// Finds flow paths to the sinks of methods, given by position and kind of taint, and adds them to `paths`.
pub(crate) fn prove(
    program: &Program<'_>,
    solution: &Solution,
    ends: &[(usize, Mask)],
    paths: &mut FlowPaths,
) -> Vec<Proof> {
    let first = paths.len();
    let mut search = Search { solution, known: FxHashMap::default(), ahead: Vec::new(), first };
    let ends: Vec<FlowPath> = ends
        .iter()
        .map(|&(position, bit)| {
            let position = position as u32;
            search.path(Segment { position, bit, focus: Focus::All, goal: Goal::Sink })
        })
        .collect();
    let mut predecessors = Vec::new();
    let targets = Targets::new(program, solution);
    for _ in 0..METHODS {
        let ahead = std::mem::take(&mut search.ahead);
        let followed = targets.follow_all(&ahead);
        for (segment, followed) in ahead.into_iter().zip(followed) {
            let before = search.before(segment, followed.before);
            paths.add(program.methods[segment.position as usize], &followed.moves, before);
            predecessors.push(followed.before);
        }
    }
    ends.into_iter()
        .map(|path| {
            let mut proof = Proof { path, source: Origin::Unknown, callees: Vec::new() };
            for path in paths.back(path) {
                match predecessors[path.index() - first] {
                    Predecessor::Source(reference, source) => proof.source = Origin::Call(reference, source),
                    Predecessor::Callee(target) => proof.callees.push(target),
                    Predecessor::Field(field) => proof.source = Origin::Field(field),
                    Predecessor::Unknown => {}
                }
            }
            proof.callees.reverse();
            proof
        })
        .collect()
}

/// The known segments, and those still to be followed.
struct Search<'t> {
    solution: &'t Solution,
    known: FxHashMap<Segment, FlowPath>,
    ahead: Vec<Segment>,
    /// The number of segments before the search.
    first: usize,
}

impl Search<'_> {
    fn path(&mut self, segment: Segment) -> FlowPath {
        let path = FlowPath::at(self.first + self.known.len());
        *self.known.entry(segment).or_insert_with(|| {
            self.ahead.push(segment);
            path
        })
    }

    /// Returns the segment that leads to another, given the start of the latter.
    fn before(&mut self, segment: Segment, before: Predecessor) -> Option<FlowPath> {
        let bit = segment.bit;
        match before {
            Predecessor::Source(..) | Predecessor::Unknown => None,
            Predecessor::Callee(target) => {
                Some(self.path(Segment { position: target, goal: Goal::Sink, ..segment }))
            }
            Predecessor::Field(field) => {
                let writer = self.solution.writers.get(&(field, bit))?;
                let focus = Focus::Before { round: writer.round, bit };
                Some(self.path(Segment { position: writer.position, bit, focus, goal: Goal::Field(field) }))
            }
        }
    }
}

/// The target of each dispatch that a path shows: the first that has the effect.
struct Targets<'s, 'a> {
    program: &'s Program<'a>,
    solution: &'s Solution,
    /// By dispatch. Some have thousands of targets.
    known: Vec<OnceLock<FirstTargets>>,
}

#[derive(Default)]
struct FirstTargets {
    /// The first in which taint originates, by its bit.
    found: FxHashMap<Mask, u32>,
    /// The first that passes an argument on, by its bit.
    passed: FxHashMap<Mask, u32>,
}

impl<'s, 'a> Targets<'s, 'a> {
    fn new(program: &'s Program<'a>, solution: &'s Solution) -> Self {
        Targets { program, solution, known: (0..program.dispatch_count()).map(|_| OnceLock::new()).collect() }
    }

    /// Follows segments, those through one method together: some methods write thousands of fields.
    fn follow_all(&self, segments: &[Segment]) -> Vec<Followed> {
        let mut order: Vec<u32> = (0..segments.len() as u32).collect();
        order.par_sort_by_key(|&at| segments[at as usize]);
        let together: Vec<&[u32]> = order
            .chunk_by(|&one, &other| segments[one as usize].has_same_context(&segments[other as usize]))
            .collect();
        let mut followed: Vec<(u32, Followed)> = together
            .par_iter()
            .with_min_len(16)
            .flat_map_iter(|together| {
                let goals = || together.iter().map(|&at| segments[at as usize]);
                let causes = self.causes(segments[together[0] as usize], goals());
                let followed: Vec<Followed> =
                    goals().map(|segment| Backtrack::new(self, &causes, segment).run()).collect();
                together.iter().copied().zip(followed)
            })
            .collect();
        followed.par_sort_unstable_by_key(|&(at, _)| at);
        followed.into_iter().map(|(_, followed)| followed).collect()
    }

    fn causes(&self, one: Segment, all: impl Iterator<Item = Segment>) -> Causes {
        let Segment { position, bit, focus, .. } = one;
        let fields = all.filter_map(|segment| match segment.goal {
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

/// Follows one segment backwards.
struct Backtrack<'w, 'a> {
    targets: &'w Targets<'w, 'a>,
    program: &'w Program<'a>,
    segment: Segment,
    skeleton: Skeleton<'w>,
    causes: &'w Causes,
    moves: Vec<Move>,
}

impl<'w, 'a> Backtrack<'w, 'a> {
    fn new(targets: &'w Targets<'w, 'a>, causes: &'w Causes, segment: Segment) -> Self {
        let program = targets.program;
        let skeleton = program.skeletons.get(segment.position as usize);
        Backtrack { targets, program, segment, skeleton, causes, moves: Vec::new() }
    }

    fn run(mut self) -> Followed {
        let last = match self.segment.goal {
            Goal::Sink => self.sink(),
            Goal::Field(field) => {
                let last = self.causes.of_field(field);
                if let Some((_, pc)) = last {
                    self.push(pc, MoveKind::IsStoredIn(field));
                }
                last
            }
        };
        let before = last.map_or(Predecessor::Unknown, |because| self.follow(because));
        Followed { moves: self.moves, before }
    }

    /// Returns the cause of the taint of the first tainted sink.
    fn sink(&mut self) -> Option<Because> {
        let skeleton = self.skeleton;
        let reached = skeleton.sinks.iter().filter(|sink| self.causes.of(sink.value).is_some());
        if let Some(sink) = reached.min_by_key(|sink| sink.pc) {
            self.push(sink.pc, MoveKind::Reaches(sink.kind));
            return self.causes.of(sink.value);
        }
        if let Some((cause, pc)) = self.causes.branch {
            if let Some(target) = self.target(cause) {
                self.push(pc, MoveKind::DecidesBranchIn(self.program.methods[target as usize]));
            }
            return Some((cause, pc));
        }
        // No sink: the taint is stored into an argument.
        let filled = (0..skeleton.parameters).filter_map(|parameter: V| self.causes.of(parameter));
        let (cause, pc) = filled.min_by_key(|&(_, pc)| pc)?;
        self.push(pc, MoveKind::IsStoredInArgument);
        Some((cause, pc))
    }

    fn follow(&mut self, (mut cause, mut pc): Because) -> Predecessor {
        // Every cause precedes its effect, so this terminates.
        loop {
            let value = match cause {
                Cause::Start => return Predecessor::Unknown,
                Cause::Source(reference, source) => {
                    self.add(pc, MoveKind::ComesFrom(reference));
                    return Predecessor::Source(reference, source);
                }
                Cause::Field(field) => {
                    self.add(pc, MoveKind::IsReadFrom(field));
                    return Predecessor::Field(field);
                }
                Cause::Below(_) => {
                    let Some(target) = self.target(cause) else { return Predecessor::Unknown };
                    self.add(pc, MoveKind::IsReturnedBy(self.program.methods[target as usize]));
                    return Predecessor::Callee(target);
                }
                Cause::Through(value, ..) => {
                    if let Some(target) = self.target(cause) {
                        self.add(pc, MoveKind::PassesThrough(self.program.methods[target as usize]));
                    }
                    value
                }
                Cause::Value(value) => {
                    self.propagate(pc);
                    value
                }
            };
            match self.causes.of(value) {
                Some(because) => (cause, pc) = because,
                None => return Predecessor::Unknown,
            }
        }
    }

    /// Returns the callee that taint came out of or passed through; of several, the first possible one.
    fn target(&self, cause: Cause) -> Option<u32> {
        match cause {
            Cause::Below(callee) => self.targets.target(callee, |first| first.found.get(&self.segment.bit)),
            Cause::Through(_, argument, callee) => {
                self.targets.target(callee, |first| first.passed.get(&parameter(argument)))
            }
            _ => None,
        }
    }

    fn line(&self, pc: u16) -> Option<u16> {
        self.skeleton.lines.at(pc)
    }

    fn push(&mut self, pc: u16, what: MoveKind) {
        let line = self.line(pc);
        self.moves.push(Move { line, what });
    }

    fn add(&mut self, pc: u16, what: MoveKind) {
        let line = self.line(pc);
        // This step includes mere propagation on the same line.
        if self.moves.last() == Some(&Move { line, what: MoveKind::IsPropagated }) {
            self.moves.pop();
        }
        self.moves.push(Move { line, what });
    }

    fn propagate(&mut self, pc: u16) {
        let line = self.line(pc);
        let is_new = self.moves.last().is_none_or(|last| last.line != line);
        if is_new && line.is_some() {
            self.moves.push(Move { line, what: MoveKind::IsPropagated });
        }
    }
}
