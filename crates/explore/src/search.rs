//! The search: run inputs, follow their logs, negate conditions, solve, and run again.
//!
//! Each run has children, one or two for each condition of its path that is negated (generational search). Children whose
//! condition leads to a branch that no run has taken come first. The order depends on the program and the options alone.

use std::collections::{BTreeMap, BTreeSet};

use reenact_flow::body::Operation;
use reenact_flow::exec::{Code, Condition};
use reenact_flow::term::{Relation, Terms};
use reenact_world::{ClassId, MethodId, World};

use crate::coverage::Coverage;
use crate::create::Creator;
use crate::evaluate::{Known, Meaning};
use crate::follow::{Followed, SiteIndex, follow};
use crate::input::{Input, Value};
use crate::meaning::meanings;
use crate::setters::Setters;
use crate::smt::{Counts, Solutions, Solver};
use crate::solve::{Problem, solve};
use crate::trace::instrument::Sites;
use crate::trace::log::{RunLog, SiteId};
use crate::types::{Infeasible, Types};

/// How often a log is followed again because an exception was thrown elsewhere.
const MOST_CORRECTIONS: usize = 8;

/// Runs inputs on a JVM.
pub trait Laboratory {
    type Error;

    /// Runs inputs, each in a fresh state of the program.
    fn run(&mut self, inputs: &[Input]) -> Result<Vec<Observation>, Self::Error>;

    /// True if the search is to end.
    fn is_time_up(&self) -> bool;
}

/// The outcome of an input.
#[derive(Clone, Debug)]
pub enum Observation {
    Log(RunLog),
    /// It was not run to its end, with the reason.
    Failed(String),
}

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// False if no classes may be invented.
    pub stand_ins: bool,
    pub most_runs: usize,
    /// Inputs that are compiled and run together.
    pub batch: usize,
    /// How often the condition at one place is negated one way.
    pub attempts: usize,
    /// How often in one run.
    pub rounds: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { stand_ins: true, most_runs: 200, batch: 12, attempts: 24, rounds: 6 }
    }
}

/// The result of a search.
#[derive(Debug, Default)]
pub struct Exploration {
    pub runs: Vec<Run>,
    pub covered: Coverage,
    /// Conditions that could not be negated, by line of the method, with the reason.
    pub unsolved: Vec<Unsolved>,
    /// Inputs that were not run to their end, by reason, and how many.
    pub failed: BTreeMap<String, usize>,
    /// Logs that were not followed to their end, by reason, and how many.
    pub lost: BTreeMap<String, usize>,
    /// Methods whose results were taken as they came, and how many calls of them there were.
    pub concretized: BTreeMap<String, usize>,
    pub attempts: usize,
    pub solver: Counts,
    pub is_exhausted: bool,
}

/// An input with its log.
#[derive(Clone, Debug)]
pub struct Run {
    pub input: Input,
    pub log: RunLog,
    pub coverage: Coverage,
}

/// A condition that could not be negated.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Unsolved {
    pub method: MethodId,
    pub line: Option<u16>,
    pub reason: String,
}

/// A method under test.
pub struct Subject<'a> {
    pub code: &'a Code<'a>,
    pub method: MethodId,
    /// The class in whose package tests are.
    pub viewpoint: ClassId,
    pub sites: &'a Sites,
}

struct Child {
    input: Input,
    /// The branch and the outcome that it should have.
    target: Option<(SiteId, u32)>,
    attempt: usize,
}

/// Explores a method.
pub fn explore<L: Laboratory>(
    subject: &Subject<'_>,
    options: &Options,
    laboratory: &mut L,
    solver: &mut dyn Solver,
) -> Result<Result<Exploration, Infeasible>, L::Error> {
    let world: &World = subject.code.world();
    let types = Types { world, viewpoint: subject.viewpoint };
    let creator = Creator { types, stand_ins: options.stand_ins };
    let first = match creator.first(subject.method) {
        Ok(first) => first.compacted(),
        Err(reason) => return Ok(Err(reason)),
    };
    let mut search = Search {
        subject,
        options,
        creator,
        setters: Setters::new(world),
        index: SiteIndex::new(subject.sites),
        constants: constants(subject),
        own: Coverage::all(subject.sites, |method| method == subject.method),
        seen: BTreeSet::from([first.clone()]),
        attempts: BTreeMap::new(),
        unsolved: BTreeMap::new(),
        found: Exploration::default(),
        queue: vec![Child { input: first, target: None, attempt: 0 }],
        solutions: Solutions::new(solver),
    };
    while !search.queue.is_empty() && search.found.runs.len() < options.most_runs && !laboratory.is_time_up()
    {
        let batch = search.next_batch();
        if batch.is_empty() {
            break;
        }
        let observed = laboratory.run(&batch)?;
        for (input, observation) in batch.into_iter().zip(observed) {
            search.take_in(input, observation);
        }
    }
    search.found.is_exhausted = search.queue.is_empty();
    let (covered, sites) = (search.found.covered.clone(), subject.sites);
    let is_open = |(target, _): &(&Option<(SiteId, u32)>, &Unsolved)| {
        target.is_some_and(|target| !covered.branches.contains(&target))
    };
    let mut unsolved: Vec<Unsolved> = search
        .unsolved
        .iter()
        .map(|((_, _, target, _), unsolved)| (target, unsolved))
        .filter(is_open)
        .map(|(_, unsolved)| unsolved.clone())
        .filter(|unsolved| sites.lines.iter().any(|(method, _)| *method == unsolved.method))
        .collect();
    unsolved.sort();
    unsolved.dedup();
    search.found.unsolved = unsolved;
    search.found.solver = search.solutions.counts;
    Ok(Ok(search.found))
}

/// A decision that no input was found for: the method, the pc, the branch behind it, and the relation that has to hold.
type Decision = (MethodId, u16, Option<(SiteId, u32)>, u8);

struct Search<'a> {
    subject: &'a Subject<'a>,
    options: &'a Options,
    creator: Creator<'a>,
    setters: Setters<'a>,
    index: SiteIndex,
    constants: Vec<i64>,
    /// Everything in the method under test.
    own: Coverage,
    seen: BTreeSet<Input>,
    attempts: BTreeMap<(MethodId, u16, u8), usize>,
    unsolved: BTreeMap<Decision, Unsolved>,
    found: Exploration,
    queue: Vec<Child>,
    solutions: Solutions<'a>,
}

impl Search<'_> {
    /// Takes the best children out of the queue.
    fn next_batch(&mut self) -> Vec<Input> {
        let covered = &self.found.covered;
        let is_covered =
            |target: &Option<(SiteId, u32)>| target.is_some_and(|target| covered.branches.contains(&target));
        let is_done = self.own.beyond(covered) == 0;
        // When the method is covered, only new kinds of conditions are worth a run, such as exceptions.
        self.queue.retain(|child| !is_done || !is_covered(&child.target) && child.attempt < 2);
        self.queue.sort_by_key(|child| (is_covered(&child.target), child.attempt));
        let left = self.options.most_runs.saturating_sub(self.found.runs.len());
        let count = self.queue.len().min(self.options.batch).min(left);
        self.queue.drain(..count).map(|child| child.input).collect()
    }

    fn take_in(&mut self, input: Input, observation: Observation) {
        let log = match observation {
            Observation::Log(log) => log,
            Observation::Failed(reason) => {
                *self.found.failed.entry(reason).or_default() += 1;
                return;
            }
        };
        let coverage = Coverage::of(self.subject.sites, &log);
        self.found.covered.add(&coverage);
        if let Some(mut followed) = self.follow(&input, &log) {
            if let Some(reason) = &followed.lost {
                *self.found.lost.entry(reason.clone()).or_default() += 1;
            }
            self.children(&input, &mut followed, &log);
        }
        self.found.runs.push(Run { input, log, coverage });
    }

    /// Follows a log. If the input says that an instruction cannot have thrown the exception of its line, another one has.
    fn follow(&self, input: &Input, log: &RunLog) -> Option<Followed> {
        let subject = self.subject;
        let mut not_here = BTreeSet::new();
        loop {
            let mut followed =
                follow(subject.code, subject.method, subject.sites, &self.index, log, &not_here)?;
            let (calls, _) = meanings(self.creator.types, &self.setters, input, &mut followed, log);
            let known = Known {
                world: subject.code.world(),
                terms: &followed.terms,
                path: &followed.path,
                calls: &calls,
                setters: &self.setters,
            };
            let Some(last) = followed.steps.last() else { return Some(followed) };
            let is_wrong = known.holds(input, &last.condition) == Some(false);
            if !is_wrong || not_here.len() == MOST_CORRECTIONS || !not_here.insert((last.method, last.pc)) {
                return Some(followed);
            }
        }
    }

    fn children(&mut self, input: &Input, followed: &mut Followed, log: &RunLog) {
        let world: &World = self.subject.code.world();
        let (meanings, concretized) = meanings(self.creator.types, &self.setters, input, followed, log);
        for (name, count) in concretized {
            *self.found.concretized.entry(name).or_default() += count;
        }
        // Where an inherited method of a stand-in throws, another child overrides it.
        for &number in &followed.threw {
            if let Some(&Meaning::Answer { object, method, number, inherited: Some(_) }) =
                meanings.get(number)
            {
                let mut child = input.clone();
                let descriptor = world.text(world.name_and_type_of(method).descriptor).to_str();
                let letter = descriptor.rfind(')').and_then(|at| descriptor.as_bytes().get(at + 1).copied());
                if let Some(letter) = letter.filter(|&letter| letter != b'V') {
                    child.set_answer(object, method, number, Value::zero(letter), Value::zero(letter));
                    self.push(child, None, 0);
                }
            }
        }
        self.children_without_null(input, followed, &meanings);
        let conditions: Vec<Condition> = followed.steps.iter().map(|step| step.condition).collect();
        let mut repeated: BTreeMap<(MethodId, u16, u8), usize> = BTreeMap::new();
        for (position, step) in followed.steps.iter().enumerate() {
            let relation = step.condition.relation;
            let key = (step.method, step.pc, relation as u8);
            // The first rounds of a loop; later ones have their turn in the runs that these lead to.
            let rounds = repeated.entry(key).or_default();
            *rounds += 1;
            if *rounds > self.options.rounds {
                continue;
            }
            let target = self.target(step.method, step.pc);
            let attempt = self.attempts.get(&key).copied().unwrap_or(0);
            if attempt >= self.options.attempts {
                continue;
            }
            let known = Known {
                world,
                terms: &followed.terms,
                path: &followed.path,
                calls: &meanings,
                setters: &self.setters,
            };
            let problem = Problem {
                known,
                creator: self.creator,
                method: self.subject.method,
                input,
                before: &conditions[..position],
                condition: step.condition,
                constants: &self.constants,
            };
            self.found.attempts += 1;
            *self.attempts.entry(key).or_default() += 1;
            match solve(&problem, &mut self.solutions) {
                Ok(inputs) => {
                    for input in inputs {
                        self.push(input, target, attempt);
                    }
                }
                Err(reason) => {
                    let lines = self.subject.code.body(step.method);
                    let line = lines.and_then(|code| code.body.lines().at(step.pc));
                    let unsolved = Unsolved { method: step.method, line, reason: reason.0 };
                    self.unsolved.entry((step.method, step.pc, target, relation as u8)).or_insert(unsolved);
                }
            }
        }
    }

    /// Where a method that was not entered throws, an argument that is null may be the reason.
    fn children_without_null(&mut self, input: &Input, followed: &Followed, meanings: &[Meaning]) {
        for &number in &followed.threw {
            let Some(call) = followed.path.calls.get(number) else { continue };
            for &argument in &call.arguments {
                let known = Known {
                    world: self.subject.code.world(),
                    terms: &followed.terms,
                    path: &followed.path,
                    calls: meanings,
                    setters: &self.setters,
                };
                if known.value(input, argument) != Some(Value::Null) {
                    continue;
                }
                let problem = Problem {
                    known,
                    creator: self.creator,
                    method: self.subject.method,
                    input,
                    before: &[],
                    condition: Condition { left: argument, relation: Relation::Equal, right: Terms::null() },
                    constants: &self.constants,
                };
                for input in solve(&problem, &mut self.solutions).unwrap_or_default() {
                    self.push(input, None, 0);
                }
            }
        }
    }

    /// Adds a child, unless its input is known.
    fn push(&mut self, input: Input, target: Option<(SiteId, u32)>, attempt: usize) {
        let input = input.compacted();
        if self.seen.insert(input.clone()) {
            self.queue.push(Child { input, target, attempt });
        }
    }

    /// The outcome of a branch that a run with another condition there could have.
    fn target(&self, method: MethodId, pc: u16) -> Option<(SiteId, u32)> {
        let site = self.index.branch(method, pc)?;
        // An outcome that is still missing is the one to look for: it was not that of this run.
        let covered = &self.found.covered.branches;
        let missing =
            (0..self.subject.sites.outcomes(site)).find(|outcome| !covered.contains(&(site, *outcome)));
        Some((site, missing.unwrap_or(0)))
    }
}

/// Whole numbers in the code of the method under test, without the usual small ones.
fn constants(subject: &Subject<'_>) -> Vec<i64> {
    let Some(code) = subject.code.body(subject.method) else { return Vec::new() };
    let body = &code.body;
    let mut found = BTreeSet::new();
    for block in body.blocks() {
        for id in body.instructions_of(block) {
            match body.instruction(id).operation {
                Operation::Int(value) => {
                    found.insert(i64::from(value));
                }
                Operation::Long(value) => {
                    found.insert(value);
                }
                _ => {}
            }
        }
    }
    found.into_iter().collect()
}
