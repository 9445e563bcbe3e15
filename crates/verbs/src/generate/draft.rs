//! Cases become tests that nobody has run yet.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use reenact_cases::{Case, Group, Method, Reason, groups};
use reenact_flow::effects::{Effects, Fields};
use reenact_generate::{Generator, Given, Options as Style, Plans, Refusal, Test, TestClass};
use reenact_heap::words;
use reenact_rebuild::plan::Strategy;
use reenact_rebuild::{ActionKey, Adapter, Workshop};
use reenact_recording::RecordingReader;
use reenact_report::generated::{Generated, NotDelivered};
use reenact_wire::{ClassPattern, MethodPattern};
use reenact_world::{CallGraph, World};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Options;
use super::sources::Sources;
use crate::Progress;
use crate::inspect;

/// Objects before a call: what is bigger than what the agent captures by default, nobody would look at.
const MOST_OBJECTS: usize = 10_000;

/// The tests of a recording, as far as they can be written, and why others cannot.
pub struct Drafts<'w> {
    world: &'w World,
    generator: Generator<'w, Plans<'w>>,
    effects: Effects<'w>,
    sources: Sources,
    /// Which invocation, and of which method, the test of a number is made of.
    cases: FxHashMap<u64, (Rc<Method>, usize)>,
    missing: BTreeMap<String, Missing>,
}

/// Why a test was dropped.
#[derive(Clone, Debug)]
pub struct Fault {
    /// In words that many tests share.
    pub reason: String,
    /// What was said of this one; may be empty.
    pub message: String,
}

/// Cases without a test, for one reason.
struct Missing {
    cases: usize,
    example: String,
}

impl<'w> Drafts<'w> {
    pub fn new(
        world: &'w World,
        calls: &'w CallGraph,
        style: Style,
        adapters: Vec<Adapter>,
        sources: Sources,
    ) -> Self {
        let making = reenact_rebuild::Options { adapters, ..reenact_rebuild::Options::new(style.release) };
        let workshop = Workshop::new(world, making);
        Drafts {
            world,
            generator: Generator::new(world, Plans::new(workshop), style),
            effects: Effects::new(world, calls),
            sources,
            cases: FxHashMap::default(),
            missing: BTreeMap::new(),
        }
    }

    /// Writes a test for every case that it can.
    pub fn tests(
        &mut self,
        reader: &mut RecordingReader<'_>,
        options: &Options,
        report: &mut Generated,
        progress: &dyn Progress,
    ) -> Result<Vec<Test>, inspect::Error> {
        let wanted = Wanted::parse(options.method.as_deref())?;
        let groups: Vec<Group> =
            groups(reader).into_iter().filter(|group| wanted.contains(&group.method)).collect();
        report.invocations.methods = groups.len();
        let mut tests = Vec::new();
        let choosing = reenact_cases::Options { per_method: options.per_method, objects: MOST_OBJECTS };
        for (done, mut group) in groups.into_iter().enumerate() {
            self.sources.complete(&mut group.method);
            progress.step(&format!("writing tests: {done} of {} methods", report.invocations.methods));
            let chosen = group.choose(reader, &choosing);
            let counts = &mut report.invocations;
            counts.recorded += group.invocations.len();
            counts.cases += chosen.cases.len();
            for passed in &chosen.passed_over {
                match &passed.reason {
                    Reason::Repeat => counts.repeats += 1,
                    Reason::Enough => counts.enough += 1,
                    reason => {
                        counts.unusable += 1;
                        self.leave_out(&unusable(reason), &group.method, passed.id);
                    }
                }
            }
            let method = Rc::new(group.method.clone());
            for case in &chosen.cases {
                self.cases.insert(case.head.id, (method.clone(), case.index));
                match self.test(reader, &group.method, case) {
                    Ok(test) => tests.push(test),
                    Err(reason) => self.leave_out(&reason, &group.method, case.head.id),
                }
            }
        }
        report.tests.written = tests.len();
        for test in &tests {
            for (strategy, &number) in &test.objects {
                *match strategy {
                    Strategy::Structure | Strategy::Adapter => &mut report.objects.structure,
                    Strategy::Trace => &mut report.objects.trace,
                    Strategy::Static => &mut report.objects.constant,
                    Strategy::Form => &mut report.objects.form,
                    Strategy::StandIn => &mut report.objects.stand_in,
                } += number;
            }
        }
        Ok(tests)
    }

    fn test(&mut self, reader: &RecordingReader<'_>, method: &Method, case: &Case) -> Result<Test, String> {
        let given = Given { classes: reader.classes(), method, case, needed: None };
        let refusal = match self.generator.test(&given) {
            Err(refusal @ Refusal::Unbuilt(_)) => refusal,
            other => return other.map_err(|refusal| refusal.to_string()),
        };
        // What the method cannot read need not be right.
        let reads = self.reads(&method.class, &method.name, &method.descriptor);
        let needed = |field| reads.contains(field);
        match reads {
            Fields::Anything => Err(refusal),
            Fields::Only { .. } => self.generator.test(&Given { needed: Some(&needed), ..given }),
        }
        .map_err(|refusal| refusal.to_string())
    }

    /// Another test for the case of one, without actions that were seen to give a wrong object.
    pub fn again(
        &mut self,
        reader: &mut RecordingReader<'_>,
        invocation: u64,
        avoid: FxHashSet<ActionKey>,
    ) -> Result<Test, String> {
        let gone = || "the invocation is gone".to_owned();
        let (method, index) = self.cases.get(&invocation).cloned().ok_or_else(gone)?;
        let head = reader.invocations().nth(index).copied().ok_or_else(gone)?;
        let capture = reader.capture(index).map_err(|error| error.to_string())?;
        self.generator.planner().avoid(avoid);
        let test = self.test(reader, &method, &Case { index, head, capture, repeats: 0 });
        self.generator.planner().avoid(FxHashSet::default());
        test
    }

    /// The fields that a method can read.
    pub fn reads(&self, class: &str, name: &str, descriptor: &str) -> Fields {
        let method = self.world.class_id(class).and_then(|class| self.world.method(class, name, descriptor));
        method.map_or(Fields::Anything, |method| self.effects.may_read(method))
    }

    pub fn generator(&mut self) -> &mut Generator<'w, Plans<'w>> {
        &mut self.generator
    }

    pub fn world(&self) -> &'w World {
        self.world
    }

    /// Puts tests into classes.
    pub fn classes(&mut self, tests: Vec<Test>) -> Vec<TestClass> {
        self.placed(tests, &|_| false)
    }

    /// The same with those in one test with parameters that differ in values alone, but for these invocations.
    pub fn joined_classes(&mut self, tests: Vec<Test>, apart: &BTreeSet<u64>) -> Vec<TestClass> {
        self.placed(tests, &|test| !apart.contains(&test.invocation))
    }

    fn placed(&mut self, tests: Vec<Test>, may_join: &dyn Fn(&Test) -> bool) -> Vec<TestClass> {
        let (classes, failed) = self.generator.suite_joining(tests, may_join);
        for (class, error) in failed {
            self.add(&format!("the test class of {class} cannot be written: {error}"), class.clone());
        }
        classes
    }

    /// Notes that a case has no test.
    pub fn leave_out(&mut self, reason: &str, method: &Method, id: u64) {
        self.add(reason, described(&method.class, &method.name, id));
    }

    /// Keeps tests, or notes why they are dropped.
    pub fn keep_or_drop(&mut self, tests: Vec<Test>, fault: Option<Fault>, kept: &mut Vec<Test>) {
        let Some(Fault { reason, message }) = fault else { return kept.extend(tests) };
        for test in tests {
            let mut example = described(&test.class, &test.method, test.invocation);
            if !message.is_empty() {
                example.push_str(&format!(": {message}"));
            }
            self.add(&reason, example);
        }
    }

    /// Notes that something was not delivered.
    pub fn add(&mut self, reason: &str, example: String) {
        let missing = self
            .missing
            .entry(words::printable(reason))
            .or_insert(Missing { cases: 0, example: words::printable(&example) });
        missing.cases += 1;
    }

    /// Tells what was not delivered, most frequent first.
    pub fn tell(self, report: &mut Generated) {
        report.not_delivered = self
            .missing
            .into_iter()
            .map(|(reason, missing)| NotDelivered { reason, cases: missing.cases, example: missing.example })
            .collect();
        report
            .not_delivered
            .sort_by(|one, other| other.cases.cmp(&one.cases).then(one.reason.cmp(&other.reason)));
    }
}

/// A method, and the number of its invocation.
pub fn described(class: &str, method: &str, id: u64) -> String {
    format!("{}#{method}, invocation {id}", class.replace('/', "."))
}

fn unusable(reason: &Reason) -> String {
    match reason {
        Reason::Unreadable(error) => format!("the invocation cannot be read: {error}"),
        Reason::Unfinished => "the invocation had not ended when the recording did".to_owned(),
        Reason::Torn => "another thread changed its objects while they were captured".to_owned(),
        Reason::TooBig(_) => "its objects are too many for a test to be read".to_owned(),
        Reason::Repeat | Reason::Enough => String::new(),
    }
}

/// Which methods are wanted.
enum Wanted {
    All,
    Class(ClassPattern),
    Method(MethodPattern),
}

impl Wanted {
    fn parse(written: Option<&str>) -> Result<Self, inspect::Error> {
        Ok(match written {
            None => Wanted::All,
            Some(text) if text.contains('#') => Wanted::Method(text.parse()?),
            Some(text) => Wanted::Class(text.parse()?),
        })
    }

    fn contains(&self, method: &Method) -> bool {
        match self {
            Wanted::All => true,
            Wanted::Class(pattern) => pattern.matches(method.class.as_bytes()),
            Wanted::Method(pattern) => pattern.matches(method.class.as_bytes(), method.name.as_bytes()),
        }
    }
}

/// Whether any recorded class is there at all: if not, the class path is another program's.
pub fn knows_any(world: &World, reader: &RecordingReader<'_>) -> bool {
    let mut groups = groups(reader).into_iter().peekable();
    groups.peek().is_none() || groups.any(|group| world.class_id(&group.method.class).is_some())
}
