//! Cases become tests that nobody has run yet.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use reenact_base::Id;
use reenact_cases::{Case, Delegates, Family, Group, Method, Reason, Scenery, groups};
use reenact_flow::effects::{Effects, Fields};
use reenact_generate::{Generator, Given, Options as Style, Plans, Refusal, Test, TestClass};
use reenact_heap::isomorphism::Grade;
use reenact_heap::{Classes, Forms, NodeId, count_objects, words};
use reenact_rebuild::plan::{Member, Strategy};
use reenact_rebuild::{ActionKey, Adapter, Planner};
use reenact_recording::RecordingReader;
use reenact_recording::graph::Capture;
use reenact_recording::model::MethodNumber;
use reenact_report::generated::{Generated, NotDelivered};
use reenact_wire::{ClassPattern, MethodPattern};
use reenact_world::{CallGraph, World};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Options;
use super::sources::Sources;
use crate::Progress;
use crate::inspect;

/// How often more stand-ins are tried after some.
const STAND_IN_ROUNDS: usize = 3;
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
    /// How many objects were captured for each of them.
    captured: BTreeMap<u64, u64>,
    missing: BTreeMap<String, Missing>,
    /// Which invocations are inside of which, once somebody asked.
    family: Option<Rc<Family>>,
    delegates: Delegates<'w>,
    /// Invocations whose tests have plain collections in the place of those that stand before them, with the objects
    /// that could not be rebuilt otherwise.
    plain: FxHashMap<u64, Vec<NodeId>>,
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
        let planner = Planner::new(world, making);
        Drafts {
            world,
            generator: Generator::new(world, Plans::new(planner), style),
            effects: Effects::new(world, calls),
            sources,
            cases: FxHashMap::default(),
            captured: BTreeMap::new(),
            missing: BTreeMap::new(),
            family: None,
            delegates: Delegates::new(world),
            plain: FxHashMap::default(),
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
                let forms = Forms::new(reader.classes(), &case.capture.before);
                self.captured.insert(case.head.id, count_objects(&forms, &case.capture.roots));
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
                    Strategy::History => &mut report.objects.history,
                    Strategy::Static => &mut report.objects.constant,
                    Strategy::Logical => &mut report.objects.form,
                    Strategy::StandIn => &mut report.objects.stand_in,
                } += number;
            }
        }
        let mut sizes: Vec<usize> = tests.iter().map(|test| test.objects.values().sum()).collect();
        sizes.sort_unstable();
        report.objects.median = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
        Ok(tests)
    }

    fn test(
        &mut self,
        reader: &mut RecordingReader<'_>,
        method: &Method,
        case: &Case,
    ) -> Result<Test, String> {
        let refusal = match self.rebuilt(reader, method, case, None) {
            Err(refusal @ Refusal::Unbuilt(_)) => refusal,
            other => return other.map_err(|refusal| refusal.to_string()),
        };
        let missing = unbuilt(&refusal, case);
        self.plain.remove(&case.head.id);
        let Some(capture) = self.delegates.plain(reader.classes(), &case.capture, &missing) else {
            return self.with_stand_ins(reader, method, case, refusal).map_err(|refusal| refusal.to_string());
        };
        let plain = Case { capture, ..case.clone() };
        let test = match self.rebuilt(reader, method, &plain, None) {
            Err(refusal @ Refusal::Unbuilt(_)) => self.with_stand_ins(reader, method, &plain, refusal),
            other => other,
        };
        self.plain.insert(case.head.id, missing);
        test.map_err(|refusal| refusal.to_string())
    }

    /// The recorded capture as the test of an invocation has it, if that is not how it was: with plain collections.
    pub fn plain(&self, classes: &Classes, invocation: u64, capture: &Capture) -> Option<Capture> {
        self.delegates.plain(classes, capture, self.plain.get(&invocation)?)
    }

    /// A test in which objects that cannot be rebuilt have stand-ins. If that does not help, what is still missing.
    fn with_stand_ins(
        &mut self,
        reader: &mut RecordingReader<'_>,
        method: &Method,
        case: &Case,
        mut refusal: Refusal,
    ) -> Result<Test, Refusal> {
        let family = match &self.family {
            Some(family) => family.clone(),
            None => self.family.insert(Rc::new(Family::of(reader))).clone(),
        };
        let mut missing = unbuilt(&refusal, case);
        for _ in 0..STAND_IN_ROUNDS {
            let scenery = family.scenery(reader, case, &missing, &self.delegates);
            match self.rebuilt(reader, method, case, Some(&scenery)) {
                Err(still @ Refusal::Unbuilt(_)) => refusal = still,
                other => return other,
            }
            let count = missing.len();
            missing.extend(unbuilt(&refusal, case));
            missing.sort_unstable();
            missing.dedup();
            if missing.len() == count {
                break;
            }
        }
        Err(refusal)
    }

    fn rebuilt(
        &mut self,
        reader: &RecordingReader<'_>,
        method: &Method,
        case: &Case,
        scenery: Option<&Scenery>,
    ) -> Result<Test, Refusal> {
        let named = |number| member(reader, number);
        let (classes, until) = (reader.classes(), case.head.entered);
        let histories = reenact_generate::histories(self.world, classes, &case.capture, until, &named);
        let given = Given { classes, method, case, needed: None, histories: &histories, scenery };
        let refusal = match self.generator.test(&given) {
            Err(refusal @ Refusal::Unbuilt(_)) => refusal,
            other => return other,
        };
        // What the method cannot read need not be right.
        let reads = self.reads(&method.class, &method.name, &method.descriptor);
        let needed = |field| reads.contains(field);
        match reads {
            Fields::Anything => Err(refusal),
            Fields::Only { .. } => self.generator.test(&Given { needed: Some(&needed), ..given }),
        }
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

    /// Forgets how much was captured for a case that another one stands for.
    pub fn forget(&mut self, invocation: u64) {
        self.captured.remove(&invocation);
    }

    /// Counts what was captured, by what the methods met.
    pub fn measure(&self, grades: &BTreeMap<u64, Grade>, report: &mut Generated) {
        for (invocation, objects) in &self.captured {
            report.captured.objects += objects;
            *match grades.get(invocation) {
                Some(Grade::Exact) => &mut report.captured.exact,
                Some(Grade::Sufficient) => &mut report.captured.sufficient,
                Some(Grade::Different) => &mut report.captured.different,
                Some(Grade::Undecided) => &mut report.captured.not_compared,
                None => &mut report.captured.not_rebuilt,
            } += objects;
        }
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

/// A recorded method by its number.
fn member(reader: &RecordingReader<'_>, number: MethodNumber) -> Option<Member> {
    let method = reader.method(number)?;
    let class = reader.class(reader.class_of(method.class)?);
    Some(Member::new(&class.name, &method.name, &method.descriptor))
}

/// The objects of a call that cannot be rebuilt.
fn unbuilt(refusal: &Refusal, case: &Case) -> Vec<NodeId> {
    let Refusal::Unbuilt(unbuilt) = refusal else { return Vec::new() };
    let nodes = unbuilt.iter().map(|unbuilt| unbuilt.node);
    nodes.filter(|node| node.index() < case.capture.before.len()).collect()
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
