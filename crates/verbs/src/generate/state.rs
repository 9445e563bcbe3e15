//! Whether methods meet in their tests what they met when they were recorded.
//!
//! The tests are run once under the agent, and the graph at the entry of each method under test is compared with
//! the one in the recording.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, mem};

use reenact_generate::TestClass;
use reenact_heap::isomorphism::{self, Grade, Identity, Root};
use reenact_heap::{Class, ClassKind, Forms, Node, NodeId};
use reenact_jvm::driver::{DriverOptions, Outcome, RunReport, TestId, TestReport, TestRun};
use reenact_rebuild::ActionKey;
use reenact_recording::RecordingReader;
use reenact_recording::graph::Capture;
use reenact_recording::model::MarkKind;
use reenact_report::generated::Generated;
use reenact_world::World;
use rustc_hash::FxHashMap;

use super::Error;
use super::crew::{Crew, reports};
use super::draft::Drafts;
use super::reach::{self, Attempt, Bounds};
use super::verify::JVMS;
use crate::inspect::Recording;

/// Runs into which the tests of each JVM are divided.
const PARTS: usize = 4;

/// How much of the recorded state each test rebuilds.
pub struct States(pub BTreeMap<TestId, State>);

/// What a method meets in a test, compared with what was recorded.
pub struct State {
    pub grade: Grade,
    /// The first difference, in words; may be empty.
    pub difference: String,
    /// Internal names of the classes of the subject's own objects on the way to what is not as it was.
    pub on_the_way: Vec<Box<str>>,
    /// How the test took its JVM with it, if it did, and where it was then.
    pub fatal: Option<(Outcome, String)>,
    /// What it reached for, in order and each once.
    pub attempts: BTreeSet<Attempt>,
}

impl Default for State {
    fn default() -> Self {
        State {
            grade: Grade::Undecided,
            difference: String::new(),
            on_the_way: Vec::new(),
            fatal: None,
            attempts: BTreeSet::new(),
        }
    }
}

impl State {
    /// The class of the object that was made wrongly, by what a test does: the last one on the way, since what is wrong
    /// below it, it was made with. What an object made for itself when its calls were repeated, those calls made.
    pub fn culprit(&self, actions: &BTreeSet<ActionKey>) -> Option<&str> {
        let last = self.on_the_way.last()?;
        if actions.iter().any(|action| action.class == *last) {
            return Some(last);
        }
        let repeated = |class: &&str| actions.contains(&ActionKey::history(class));
        self.on_the_way.iter().rev().map(|class| &**class).find(repeated).or(Some(last))
    }
}

impl States {
    pub fn count(&self, report: &mut Generated) {
        for state in self.0.values() {
            *match state.grade {
                Grade::Exact => &mut report.tests.exact,
                Grade::Sufficient => &mut report.tests.sufficient,
                Grade::Different => &mut report.tests.different,
                Grade::Undecided => &mut report.tests.not_compared,
            } += 1;
        }
    }
}

/// Runs the tests under the agent and compares.
pub fn compare(
    jvm: DriverOptions,
    run: TestRun,
    classes: &[TestClass],
    drafts: &Drafts<'_>,
    recorded: &mut RecordingReader<'_>,
    out: &Path,
) -> Result<States, Error> {
    let methods = classes
        .iter()
        .flat_map(|class| &class.tests)
        .flat_map(|placed| &placed.tests)
        .map(|test| format!("{}#{}", test.class.replace('/', "."), test.method));
    let (ran, bounds) = run_recorded(jvm, run, methods.collect(), out)?;

    let mut states = BTreeMap::new();
    for (test, report) in reports(&ran) {
        states.insert(test.clone(), State { fatal: fatal(report), ..State::default() });
    }
    for met in recordings(out)? {
        let mut met = met.reader(&())?;
        let by_test = invocations_by_test(&met);
        for (test, state) in &mut states {
            let indices = by_test.get(&test.to_string()).into_iter().flatten();
            state.attempts.extend(indices.flat_map(|&index| reach::attempts(&mut met, index, &bounds)));
        }
        grade(met, &by_test, classes, drafts, recorded, &mut states);
    }
    Ok(States(states))
}

/// Runs tests under the agent, which records every call of these methods, and of the doors to what is outside. Also
/// gives what is the tests' own.
pub fn run_recorded(
    jvm: DriverOptions,
    run: TestRun,
    methods: Vec<String>,
    out: &Path,
) -> Result<(Vec<RunReport>, Bounds), Error> {
    let mut agent = OsString::from(reenact_jvm::agent::find()?);
    agent.push(format!("={}", agent_options(methods, out)));
    let mut crew = Crew::start(&DriverOptions { agent: Some(agent), ..jvm }, JVMS)?;
    let bounds = bounds(&crew, &run);
    // One that hangs keeps a JVM for its time limit; the others should not all wait behind it.
    let size = run.tests.len().div_ceil(JVMS * PARTS).max(1);
    let parts = run.tests.chunks(size).map(|tests| TestRun { tests: tests.to_vec(), ..run.clone() });
    let ran = crew.run(&parts.collect::<Vec<TestRun>>())?;
    crew.quit()?;
    Ok((ran, bounds))
}

/// What was recorded. A test that ends its JVM leaves the rest to another, which has a recording of its own.
pub fn recordings(out: &Path) -> Result<Vec<Recording>, Error> {
    let found = fs::read_dir(out).map_err(|error| Error::Write { path: out.to_owned(), error })?;
    Ok(found.flatten().filter_map(|entry| Recording::read(&entry.path(), &()).ok()).collect())
}

/// What is the tests' own to read and write.
fn bounds(crew: &Crew, run: &TestRun) -> Bounds {
    let options = crew.options();
    let mut writable: Vec<PathBuf> = crew.directories().map(Path::to_owned).collect();
    // That everything may be written was allowed, and is told all the same.
    writable.extend(options.writes.iter().flatten().filter(|path| path.parent().is_some()).cloned());
    let own = options.class_path.iter().chain(&run.classes).chain([&options.jdk.home]);
    let readable: Vec<PathBuf> = own.cloned().chain(configuration(&options.jdk.home)).collect();
    Bounds::new(&writable, &readable)
}

/// Files of a JDK that are links to elsewhere: distributions keep its configuration and certificates with those of
/// other programs.
fn configuration(home: &Path) -> Vec<PathBuf> {
    let directories = ["conf", "conf/management", "conf/security", "lib", "lib/security"];
    let files = directories.iter().filter_map(|directory| fs::read_dir(home.join(directory)).ok()).flatten();
    files.filter_map(|file| Some(file.ok()?.path())).filter(|path| path.is_symlink()).collect()
}

/// How a test took its JVM with it, if it did, and where it was then.
fn fatal(report: &TestReport) -> Option<(Outcome, String)> {
    let outcome = report.outcome();
    if !matches!(outcome, Outcome::TimedOut | Outcome::Exited(_) | Outcome::Crashed(_)) {
        return None;
    }
    let reason = report.invocations.iter().find(|one| one.outcome == outcome).map(|one| &*one.reason);
    let frames = reason.unwrap_or_default().lines().filter_map(|line| line.trim().strip_prefix("at "));
    // The JDK's own part in it is the same for all.
    let place =
        frames.into_iter().find(|frame| !frame.starts_with("java.base/") && !frame.starts_with("java."));
    Some((outcome, place.unwrap_or_default().to_owned()))
}

/// Grades the tests of which a recording tells.
fn grade(
    mut met: RecordingReader<'_>,
    by_test: &BTreeMap<String, Vec<usize>>,
    classes: &[TestClass],
    drafts: &Drafts<'_>,
    recorded: &mut RecordingReader<'_>,
    states: &mut BTreeMap<TestId, State>,
) {
    let by_id: FxHashMap<u64, usize> =
        recorded.invocations().enumerate().map(|(index, head)| (head.id, index)).collect();
    for class in classes {
        for placed in &class.tests {
            let id = TestId::new(&class.name, &placed.method);
            // Of a test with parameters, the first row stands for all.
            let (Some(test), Some(indices)) = (placed.tests.first(), by_test.get(&id.to_string())) else {
                continue;
            };
            let index = by_id.get(&test.invocation);
            let Some(before) = index.and_then(|&index| recorded.capture(index).ok()) else { continue };
            let plain = drafts.plain(recorded.classes(), test.invocation, &before);
            let (before, is_plain) = (plain.as_ref().unwrap_or(&before), plain.is_some());
            let fields = drafts.reads(&test.class, &test.method, &test.descriptor);
            let reads = |class: &str, field: &str| {
                let world = drafts.world();
                let field = world.class_id(class).and_then(|class| world.field(class, field));
                field.is_none_or(|field| fields.contains(field))
            };
            let best = states.entry(id).or_default();
            for &index in indices {
                let head = met.invocations().nth(index);
                let method = head.and_then(|head| met.method(head.method));
                // A test's own call is inside of no other one.
                let is_target = head.is_some_and(|head| head.parent.is_none())
                    && method.is_some_and(|method| {
                        method.name == test.method && method.descriptor == test.descriptor
                    });
                let (true, Ok(capture)) = (is_target, met.capture(index)) else { continue };
                // The arrangement may call the method as well: what counts is that it was met once as recorded.
                let is_stand_in = |met: &Class| is_stand_in(&class.name, met);
                let same = Same { reads: &reads, is_stand_in: &is_stand_in };
                let mut state = same.state(drafts.world(), recorded, before, &met, &capture);
                if is_plain && state.grade == Grade::Exact {
                    state.grade = Grade::Sufficient;
                }
                if rank(state.grade) > rank(best.grade) {
                    let (fatal, attempts) = (best.fatal.take(), mem::take(&mut best.attempts));
                    *best = State { fatal, attempts, ..state };
                }
                if best.grade == Grade::Exact {
                    break;
                }
            }
        }
    }
}

fn rank(grade: Grade) -> u8 {
    match grade {
        Grade::Exact => 3,
        Grade::Sufficient => 2,
        Grade::Different => 1,
        Grade::Undecided => 0,
    }
}

/// Whether objects of a class are stand-ins of a test: its own code, or Mockito, made it.
fn is_stand_in(test_class: &str, met: &Class) -> bool {
    let test_class = test_class.replace('.', "/");
    let is_own = |name: &str| {
        name.strip_prefix(&*test_class).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
    };
    match &met.kind {
        ClassKind::Lambda { implementation: (class, ..), .. } => is_own(class),
        // Nobody else makes any in a test.
        ClassKind::Generated | ClassKind::Proxy => true,
        _ => is_own(&met.name) || met.name.contains("$MockitoMock$"),
    }
}

/// What counts as the same.
struct Same<'a> {
    reads: isomorphism::Reads<'a>,
    is_stand_in: isomorphism::StandIns<'a>,
}

impl Same<'_> {
    fn state(
        &self,
        world: &World,
        recorded: &RecordingReader<'_>,
        before: &Capture,
        met: &RecordingReader<'_>,
        capture: &Capture,
    ) -> State {
        if before.roots.len() != capture.roots.len() {
            return State::default();
        }
        let names: Vec<String> = (0..before.roots.len()).map(|root| root.to_string()).collect();
        let roots: Vec<Root<'_>> = before
            .roots
            .iter()
            .zip(&capture.roots)
            .zip(&names)
            .map(|((&left, &right), name)| Root { name, left, right })
            .collect();
        let left = Forms::new(recorded.classes(), &before.before);
        let right = Forms::new(met.classes(), &capture.before);
        let options = isomorphism::Options {
            identity: Identity::ExceptValues,
            reads: Some(self.reads),
            stand_ins: Some(self.is_stand_in),
            ..Default::default()
        };
        let comparison = isomorphism::compare(&left, &right, &roots, options);
        let difference = comparison.difference.filter(|_| comparison.grade == Grade::Different);
        let on_the_way = difference.as_ref().map(|found| own_classes(world, &left, &found.holders));
        let on_the_way = on_the_way.unwrap_or_default();
        let difference = difference.map_or(String::new(), |found| found.to_string());
        State { grade: comparison.grade, difference, on_the_way, ..State::default() }
    }
}

/// Returns the internal names of the classes of the subject's own objects among some objects, in order.
pub fn own_classes(world: &World, forms: &Forms<'_>, objects: &[NodeId]) -> Vec<Box<str>> {
    let class = |&node: &NodeId| match forms.graph().try_get(node) {
        Some(Node::Object { class, .. }) => Some(&*forms.classes().try_get(*class)?.name),
        _ => None,
    };
    let is_own = |name: &&str| world.class_id(name).is_some_and(|class| !world.is_platform_class(class));
    objects.iter().filter_map(class).filter(is_own).map(Into::into).collect()
}

/// The agent's options: the methods under test and the doors to the outside, every call of them, nothing masked. The recording is gone when
/// this is done; still, a few tests with large objects must not fill a disk. What does not fit stays undecided.
fn agent_options(mut methods: Vec<String>, out: &Path) -> String {
    methods.extend(reach::doors());
    methods.sort();
    methods.dedup();
    format!(
        "out={}/%p,methods={},nested=false,sample-backoff=1,redact=false,max-objects=20000,disk=256m,log=error",
        out.display(),
        methods.join(";")
    )
}

/// Returns the invocations by test. A test's are those up to its end, from the end of the test before it: between two
/// tests its class is set up, and its object is made. Invocations behind the last test belong to that one.
pub fn invocations_by_test(met: &RecordingReader<'_>) -> BTreeMap<String, Vec<usize>> {
    let mut ends: Vec<(u64, &str)> = Vec::new();
    let mut running = None;
    for mark in met.marks() {
        match mark.kind {
            MarkKind::TestStarted => running = Some(mark),
            MarkKind::TestFinished => {
                running = None;
                ends.push((mark.time, &mark.name));
            }
            MarkKind::Other(_) => {}
        }
    }
    ends.sort_unstable();
    // One that ended its JVM.
    ends.extend(running.map(|mark| (u64::MAX, &*mark.name)));
    let mut by_test = BTreeMap::<String, Vec<usize>>::new();
    for (index, head) in met.invocations().enumerate() {
        let next = ends.partition_point(|(end, _)| *end < head.entered);
        if let Some((_, test)) = ends.get(next).or(ends.last()) {
            by_test.entry((*test).to_owned()).or_default().push(index);
        }
    }
    for indices in by_test.values_mut() {
        indices.sort_by_key(|&index| met.invocations().nth(index).map(|head| head.entered));
    }
    by_test
}
