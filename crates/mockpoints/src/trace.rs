//! The way from a source to a sink, told in steps.
//!
//! A way is put together from what happens inside of single methods, and many ways lead through the same ones: what
//! happens inside of one is worked out once.

use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use reenact_world::{FieldId, MethodRefId, World, binary_name};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::effect::shown_target;
use crate::point::Step;
use crate::program::{Callee, Program};
use crate::skeleton::{SinkKind, V};
use crate::solve::Solution;
use crate::summary::{Mask, parameter};
use crate::work::{Because, Cause, Causes, Focus};

/// How many methods a way leads through before it is cut short.
const METHODS: usize = 24;

/// A way, and where it begins.
pub(crate) struct Way {
    pub steps: Vec<Step>,
    pub source: Origin,
    /// The positions of methods that found the state and could not keep it, the lowest first.
    pub callees: Vec<u32>,
}

/// What a way begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    Call(MethodRefId, u16),
    Field(FieldId),
    /// The way was cut short.
    Unknown,
}

/// A part of a way that lies in one method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Stretch {
    position: u32,
    bit: Mask,
    focus: Focus,
    goal: Goal,
}

/// Where a stretch leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Goal {
    Sink,
    Field(FieldId),
}

/// A stretch that was gone, from its goal back.
struct Gone {
    moves: Vec<(u16, Move)>,
    before: Before,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Move {
    Reaches(SinkKind),
    DecidesWhatDoes(u32),
    IsPutIntoWhatWasGiven,
    IsPutInto(FieldId),
    IsReadFrom(FieldId),
    ComesFrom(MethodRefId),
    ComesOutOf(u32),
    GoesThrough(u32),
    IsCarriedOn,
}

/// What a stretch begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    Source(MethodRefId, u16),
    Field(FieldId),
    Callee(u32),
    Unknown,
}

/// A method's name, and the file that it is in.
struct Named {
    name: Arc<str>,
    file: Option<Arc<str>>,
}

const SHARDS: usize = 64;

pub(crate) struct Tracer<'t, 'a> {
    program: &'t Program<'a>,
    solution: &'t Solution,
    gone: Vec<Mutex<FxHashMap<Stretch, Arc<Gone>>>>,
    /// By position of a method.
    names: Vec<OnceLock<Named>>,
    /// Many ways say the same.
    words: Mutex<FxHashMap<Move, Arc<str>>>,
}

impl<'t, 'a> Tracer<'t, 'a> {
    pub fn new(program: &'t Program<'a>, solution: &'t Solution) -> Self {
        Tracer {
            program,
            solution,
            gone: (0..SHARDS).map(|_| Mutex::default()).collect(),
            names: program.methods.iter().map(|_| OnceLock::new()).collect(),
            words: Mutex::default(),
        }
    }

    /// From a source to a sink of a method that is a point.
    pub fn way(&self, position: usize, bit: Mask) -> Way {
        let mut way = Way { steps: Vec::new(), source: Origin::Unknown, callees: Vec::new() };
        let mut seen = FxHashSet::default();
        let mut stretch = Stretch { position: position as u32, bit, focus: Focus::All, goal: Goal::Sink };
        while seen.insert(stretch) && seen.len() <= METHODS {
            let gone = self.go(stretch);
            for &(pc, moved) in &gone.moves {
                self.tell(&mut way.steps, stretch.position, pc, moved);
            }
            match gone.before {
                Before::Source(reference, source) => {
                    way.source = Origin::Call(reference, source);
                    break;
                }
                Before::Callee(target) => {
                    way.callees.push(target);
                    stretch = Stretch { position: target, goal: Goal::Sink, ..stretch };
                }
                Before::Field(field) => {
                    way.source = Origin::Field(field);
                    let Some(writer) = self.solution.writers.get(&(field, bit)) else { break };
                    let focus = Focus::Before { round: writer.round, bit };
                    stretch = Stretch { position: writer.position, bit, focus, goal: Goal::Field(field) };
                }
                Before::Unknown => break,
            }
        }
        way.steps.reverse();
        way.callees.reverse();
        way
    }

    /// What happens in a stretch. It does not depend on who asks, so it does not matter who was first.
    fn go(&self, stretch: Stretch) -> Arc<Gone> {
        let shard = &self.gone[FxBuildHasher.hash_one(stretch) as usize % SHARDS];
        let known = || shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gone) = known().get(&stretch) {
            return Arc::clone(gone);
        }
        let gone = Arc::new(Walk::new(self, stretch).go());
        known().insert(stretch, Arc::clone(&gone));
        gone
    }

    fn name(&self, position: u32) -> &Named {
        self.names[position as usize].get_or_init(|| {
            let view = self.program.scope.world.view(self.program.methods[position as usize]);
            let file = view.class().source_file().map(|file| file.to_string().into());
            Named { name: view.to_string().into(), file }
        })
    }

    fn tell(&self, steps: &mut Vec<Step>, position: u32, pc: u16, moved: Move) {
        let Named { name, file } = self.name(position);
        steps.push(Step {
            method: Arc::clone(name),
            file: file.clone(),
            line: self.program.skeletons[position as usize].lines.at(pc),
            what: self.words(moved),
        });
    }

    fn words(&self, moved: Move) -> Arc<str> {
        let mut known = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(moved).or_insert_with(|| self.say(moved).into()))
    }

    fn say(&self, moved: Move) -> String {
        let world = self.program.scope.world;
        match moved {
            Move::Reaches(SinkKind::Branch) => "decides a branch".to_owned(),
            Move::Reaches(SinkKind::Return) => "is returned".to_owned(),
            Move::Reaches(SinkKind::Throw) => "is thrown".to_owned(),
            Move::DecidesWhatDoes(target) => format!("decides what {} does", self.name(target).name),
            Move::IsPutIntoWhatWasGiven => "is put into what it was given".to_owned(),
            Move::IsPutInto(field) => format!("is put into {}", world.view(field)),
            Move::IsReadFrom(field) => format!("is read from {}", world.view(field)),
            Move::ComesFrom(reference) => format!("comes from {}", reference_name(world, reference)),
            Move::ComesOutOf(target) => format!("comes out of {}", self.name(target).name),
            Move::GoesThrough(target) => format!("goes through {}", self.name(target).name),
            Move::IsCarriedOn => "is carried on".to_owned(),
        }
    }
}

/// Goes back one stretch.
struct Walk<'w, 't, 'a> {
    tracer: &'w Tracer<'t, 'a>,
    stretch: Stretch,
    causes: Causes,
    moves: Vec<(u16, Move)>,
}

impl<'w, 't, 'a> Walk<'w, 't, 'a> {
    fn new(tracer: &'w Tracer<'t, 'a>, stretch: Stretch) -> Self {
        let Stretch { position, bit, focus, goal } = stretch;
        let wanted = match goal {
            Goal::Sink => None,
            Goal::Field(field) => Some(field),
        };
        let causes = tracer.program.causes(position as usize, tracer.solution, focus, bit, wanted);
        Walk { tracer, stretch, causes, moves: Vec::new() }
    }

    fn go(mut self) -> Gone {
        let last = match self.stretch.goal {
            Goal::Sink => self.sink(),
            Goal::Field(field) => self.causes.field.inspect(|&(_, pc)| {
                self.moves.push((pc, Move::IsPutInto(field)));
            }),
        };
        let before = last.map_or(Before::Unknown, |because| self.follow(because));
        Gone { moves: self.moves, before }
    }

    /// Why state comes to the first sink that it comes to.
    fn sink(&mut self) -> Option<Because> {
        let skeleton = &self.tracer.program.skeletons[self.stretch.position as usize];
        let reached = skeleton.sinks.iter().filter(|sink| self.causes.of(sink.value).is_some());
        if let Some(sink) = reached.min_by_key(|sink| sink.pc) {
            self.moves.push((sink.pc, Move::Reaches(sink.kind)));
            return self.causes.of(sink.value);
        }
        if let Some((cause, pc)) = self.causes.branch {
            self.moves.extend(self.target(cause).map(|target| (pc, Move::DecidesWhatDoes(target))));
            return Some((cause, pc));
        }
        // Into what it is given, then.
        let filled = (0..skeleton.parameters).filter_map(|parameter: V| self.causes.of(parameter));
        let (cause, pc) = filled.min_by_key(|&(_, pc)| pc)?;
        self.moves.push((pc, Move::IsPutIntoWhatWasGiven));
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
                    self.add(pc, Move::ComesOutOf(target));
                    return Before::Callee(target);
                }
                Cause::Through(value, ..) => {
                    if let Some(target) = self.target(cause) {
                        self.add(pc, Move::GoesThrough(target));
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
        let callee = match cause {
            Cause::Below(callee) | Cause::Through(_, _, callee) => callee,
            _ => return None,
        };
        let (program, solution) = (self.tracer.program, self.tracer.solution);
        match callee {
            Callee::Method(position) => Some(position),
            Callee::Dispatch(at) => {
                let targets = &program.dispatched[at as usize].targets;
                shown_target(program, &solution.summaries, targets, |effect| match cause {
                    Cause::Through(_, argument, _) => effect.passed() & parameter(argument) != 0,
                    _ => effect.found() & self.stretch.bit != 0,
                })
            }
        }
    }

    fn line(&self, pc: u16) -> Option<u16> {
        self.tracer.program.skeletons[self.stretch.position as usize].lines.at(pc)
    }

    fn add(&mut self, pc: u16, moved: Move) {
        // What was only carried on, on the same line, is said by this.
        if let Some(&(last, Move::IsCarriedOn)) = self.moves.last()
            && self.line(last) == self.line(pc)
        {
            self.moves.pop();
        }
        self.moves.push((pc, moved));
    }

    fn carry_on(&mut self, pc: u16) {
        let line = self.line(pc);
        let is_new = self.moves.last().is_none_or(|&(last, _)| self.line(last) != line);
        if is_new && line.is_some() {
            self.moves.push((pc, Move::IsCarriedOn));
        }
    }
}

/// A method that code names, as people read it.
pub(crate) fn reference_name(world: &World, reference: MethodRefId) -> String {
    let row = world.method_ref(reference);
    let name = world.text(world.name_and_type_of(row.name_and_type).name);
    let class = binary_name(world.text(row.class));
    if name == "<init>" { format!("new {class}") } else { format!("{class}#{name}") }
}
