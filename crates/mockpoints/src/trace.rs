//! The way from a source to a sink, told in steps.

use reenact_world::{FieldId, Lines, MethodId, MethodRefId, World, binary_name};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::effect::{Effect, shown_target};
use crate::point::Step;
use crate::program::{Callee, Program};
use crate::skeleton::{SinkKind, V};
use crate::solve::{Question, Solution};
use crate::summary::{Mask, parameter};
use crate::work::{Cause, Focus, Tracing};

/// How many methods a way leads through before it is cut short.
const METHODS: usize = 24;

/// The first causes of what one method's values carry of one kind.
struct Causes {
    bit: Mask,
    values: FxHashMap<V, (Cause, u16)>,
    branch: Option<(Cause, u16)>,
    fields: FxHashMap<FieldId, (Cause, u16)>,
}

impl Tracing for Causes {
    fn value(&mut self, value: V, fresh: Mask, cause: Cause, pc: u16) {
        if fresh & self.bit != 0 {
            self.values.insert(value, (cause, pc));
        }
    }

    fn branch(&mut self, fresh: Mask, cause: Cause, pc: u16) {
        if fresh & self.bit != 0 {
            self.branch.get_or_insert((cause, pc));
        }
    }

    fn field(&mut self, field: FieldId, mask: Mask, cause: Cause, pc: u16) {
        if mask & self.bit != 0 {
            self.fields.entry(field).or_insert((cause, pc));
        }
    }
}

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

pub(crate) struct Tracer<'t, 'a> {
    pub program: &'t Program<'a>,
    pub solution: &'t Solution,
    pub bit: Mask,
}

struct Telling {
    /// Last first.
    steps: Vec<Step>,
    callees: Vec<u32>,
    seen: FxHashSet<(usize, Focus)>,
    lines: FxHashMap<MethodId, Lines>,
}

impl Tracer<'_, '_> {
    /// From a source to a sink of a method that is a point.
    pub fn way(&self, position: usize) -> Way {
        let mut telling = Telling {
            steps: Vec::new(),
            callees: Vec::new(),
            seen: FxHashSet::default(),
            lines: FxHashMap::default(),
        };
        let source = self.to_sink(position, Focus::All, &mut telling);
        telling.steps.reverse();
        telling.callees.reverse();
        Way { steps: telling.steps, source, callees: telling.callees }
    }

    fn causes(&self, position: usize, focus: Focus) -> Causes {
        let mut causes = Causes {
            bit: self.bit,
            values: FxHashMap::default(),
            branch: None,
            fields: FxHashMap::default(),
        };
        self.program.work_out(Question::State, position, self.solution, focus, Some(&mut causes));
        causes
    }

    fn to_sink(&self, position: usize, focus: Focus, telling: &mut Telling) -> Origin {
        if !telling.seen.insert((position, focus)) || telling.seen.len() > METHODS {
            return Origin::Unknown;
        }
        let causes = self.causes(position, focus);
        let skeleton = &self.program.skeletons[position];
        let reached = skeleton.sinks.iter().filter(|sink| causes.values.contains_key(&sink.value));
        if let Some(sink) = reached.min_by_key(|sink| sink.pc) {
            let what = match sink.kind {
                SinkKind::Branch => "decides a branch",
                SinkKind::Return => "is returned",
                SinkKind::Throw => "is thrown",
            };
            self.tell(telling, position, sink.pc, what.to_owned());
            return self.back(position, &causes, sink.value, focus, telling);
        }
        match causes.branch {
            Some((cause, pc)) => {
                if let Some(target) = self.target(cause) {
                    let what = format!("decides what {} does", self.name(target));
                    self.tell(telling, position, pc, what);
                }
                self.follow(position, &causes, (cause, pc), focus, telling)
            }
            None => self.to_argument(position, &causes, focus, telling),
        }
    }

    /// To what a method is given and puts state into.
    fn to_argument(&self, position: usize, causes: &Causes, focus: Focus, telling: &mut Telling) -> Origin {
        let parameters = 0..self.program.skeletons[position].parameters;
        let filled = parameters.filter_map(|parameter| causes.values.get(&parameter));
        let Some(&(cause, pc)) = filled.min_by_key(|(_, pc)| *pc) else { return Origin::Unknown };
        self.tell(telling, position, pc, "is put into what it was given".to_owned());
        self.follow(position, causes, (cause, pc), focus, telling)
    }

    fn to_field(&self, position: usize, field: FieldId, focus: Focus, telling: &mut Telling) -> Origin {
        if !telling.seen.insert((position, focus)) || telling.seen.len() > METHODS {
            return Origin::Unknown;
        }
        let causes = self.causes(position, focus);
        let Some(&(cause, pc)) = causes.fields.get(&field) else { return Origin::Unknown };
        let world = self.program.scope.world;
        self.tell(telling, position, pc, format!("is put into {}", world.view(field)));
        self.follow(position, &causes, (cause, pc), focus, telling)
    }

    fn back(
        &self,
        position: usize,
        causes: &Causes,
        value: V,
        focus: Focus,
        telling: &mut Telling,
    ) -> Origin {
        match causes.values.get(&value) {
            Some(&(cause, pc)) => self.follow(position, causes, (cause, pc), focus, telling),
            None => Origin::Unknown,
        }
    }

    fn follow(
        &self,
        position: usize,
        causes: &Causes,
        (mut cause, mut pc): (Cause, u16),
        focus: Focus,
        telling: &mut Telling,
    ) -> Origin {
        let world = self.program.scope.world;
        // Every cause was there before what it caused, so this ends.
        loop {
            let value = match cause {
                Cause::Start => return Origin::Unknown,
                Cause::Source(reference, source) => {
                    self.tell(
                        telling,
                        position,
                        pc,
                        format!("comes from {}", reference_name(world, reference)),
                    );
                    return Origin::Call(reference, source);
                }
                Cause::Field(field) => {
                    self.tell(telling, position, pc, format!("is read from {}", world.view(field)));
                    let Some(&writer) = self.solution.writers.get(&(field, self.bit)) else {
                        return Origin::Field(field);
                    };
                    let before = Focus::Before { round: writer.round, bit: self.bit };
                    return match self.to_field(writer.position as usize, field, before, telling) {
                        Origin::Unknown => Origin::Field(field),
                        origin => origin,
                    };
                }
                Cause::Below(_) => {
                    let Some(target) = self.target(cause) else { return Origin::Unknown };
                    self.tell(telling, position, pc, format!("comes out of {}", self.name(target)));
                    telling.callees.push(target);
                    return self.to_sink(target as usize, focus, telling);
                }
                Cause::Through(value, ..) => {
                    if let Some(target) = self.target(cause) {
                        self.tell(telling, position, pc, format!("goes through {}", self.name(target)));
                    }
                    value
                }
                Cause::Value(value) => {
                    self.tell_new_line(telling, position, pc);
                    value
                }
            };
            match causes.values.get(&value) {
                Some(&(next, at)) => (cause, pc) = (next, at),
                None => return Origin::Unknown,
            }
        }
    }

    /// The method below that something came out of or went through; of several, the first that it may have been.
    fn target(&self, cause: Cause) -> Option<u32> {
        let (callee, does): (Callee, Box<dyn Fn(Effect<'_>) -> bool>) = match cause {
            Cause::Below(callee) => (callee, Box::new(|effect| effect.found() & self.bit != 0)),
            Cause::Through(_, argument, callee) => {
                (callee, Box::new(move |effect| effect.passed() & parameter(argument) != 0))
            }
            _ => return None,
        };
        match callee {
            Callee::Method(position) => Some(position),
            Callee::Dispatch(at) => {
                let targets = &self.program.dispatched[at as usize].targets;
                shown_target(self.program, &self.solution.summaries, targets, does)
            }
        }
    }

    fn name(&self, target: u32) -> String {
        self.program.scope.world.view(self.program.methods[target as usize]).to_string()
    }

    fn tell(&self, telling: &mut Telling, position: usize, pc: u16, what: String) {
        let step = self.step(telling, position, pc, what);
        // What was only carried on, on the same line, is said by this.
        if telling
            .steps
            .last()
            .is_some_and(|last| last.what == CARRIED && last.line == step.line && last.method == step.method)
        {
            telling.steps.pop();
        }
        telling.steps.push(step);
    }

    fn tell_new_line(&self, telling: &mut Telling, position: usize, pc: u16) {
        let step = self.step(telling, position, pc, CARRIED.to_owned());
        let is_new =
            telling.steps.last().is_none_or(|last| last.line != step.line || last.method != step.method);
        if is_new && step.line.is_some() {
            telling.steps.push(step);
        }
    }

    fn step(&self, telling: &mut Telling, position: usize, pc: u16, what: String) -> Step {
        let method = self.program.methods[position];
        let world = self.program.scope.world;
        let view = world.view(method);
        let lines = telling.lines.entry(method).or_insert_with(|| world.lines(method).unwrap_or_default());
        Step {
            method: view.to_string(),
            file: view.class().source_file().map(|file| file.to_string()),
            line: lines.at(pc),
            what,
        }
    }
}

const CARRIED: &str = "is carried on";

/// A method that code names, as people read it.
pub(crate) fn reference_name(world: &World, reference: MethodRefId) -> String {
    let row = world.method_ref(reference);
    let name = world.text(world.name_and_type_of(row.name_and_type).name);
    let class = binary_name(world.text(row.class));
    if name == "<init>" { format!("new {class}") } else { format!("{class}#{name}") }
}

/// The line of an instruction.
pub(crate) fn line_at(world: &World, method: MethodId, pc: u16) -> Option<u16> {
    world.lines(method).ok()?.at(pc)
}

/// Where a method begins in its source: the first line of its code.
pub(crate) fn first_line(world: &World, method: MethodId) -> Option<u16> {
    line_at(world, method, 0)
}
