//! The states that methods meet in their tests, compared with the recorded ones.
//!
//! The tests are run once under the agent, and the graph at the entry of each method under test is compared with the one in
//! the recording.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use reenact_base::name::BinaryName;
use reenact_flow::effects::Fields;
use reenact_heap::isomorphism::{self, Grade, Identity, Root};
use reenact_heap::{Class, ClassKind, Classes, Forms, Node, NodeId};
use reenact_recording::RecordingReader;
use reenact_recording::graph::Capture;
use reenact_recording::model::MarkKind;
use reenact_wire::driver::{Outcome, TestId, TestReport};
use reenact_world::World;

use crate::reach::{self, Attempt};
use crate::runner::RecordedRun;
use crate::source::{Target, TestNumber, TestSource};

/// The state that a method met in a test, compared with the recorded one.
#[derive(Clone, PartialEq, Debug)]
pub struct Observed {
    pub grade: Grade,
    /// The first difference, for people; may be empty.
    pub difference: String,
    /// Internal names of the classes of the subject's own objects on the path to the first difference.
    pub holders: Vec<Box<str>>,
    /// How the test ended its JVM, if it did, and where it was then.
    pub fatal: Option<(Outcome, String)>,
    /// Its attempts to reach something outside, in order and each once.
    pub attempts: BTreeSet<Attempt>,
}

impl Default for Observed {
    fn default() -> Self {
        Observed {
            grade: Grade::Undecided,
            difference: String::new(),
            holders: Vec::new(),
            fatal: None,
            attempts: BTreeSet::new(),
        }
    }
}

/// The recorded states that tests are compared with.
pub trait Reference {
    /// Returns the recorded classes.
    fn classes(&self) -> &Classes;

    /// Returns the state that a test is to rebuild.
    fn state(&mut self, test: TestNumber) -> Option<ExpectedState>;

    /// Returns the fields that a method can read.
    fn reads(&self, target: &Target) -> Fields;
}

/// The state that a test is to rebuild.
pub struct ExpectedState {
    pub capture: Capture,
    /// Whether it is not quite the recorded one, so that it is sufficient at best.
    pub is_changed: bool,
}

/// Compares the states of a recorded run with the expected ones.
pub fn observe(
    world: &World,
    sources: &[TestSource],
    run: &RecordedRun,
    reference: &mut dyn Reference,
) -> BTreeMap<TestId, Observed> {
    let mut states: BTreeMap<TestId, Observed> = BTreeMap::new();
    for report in &run.reports {
        states.insert(report.test.clone(), Observed { fatal: fatal(report), ..Observed::default() });
    }
    for recording in &run.recordings {
        // A JVM that was killed may have written nothing that can be read.
        let Ok(met) = recording.reader() else { continue };
        let by_test = invocations_by_test(&met);
        for (test, state) in &mut states {
            let indices = by_test.get(&test.to_string()).into_iter().flatten();
            state.attempts.extend(indices.flat_map(|&index| reach::attempts(&met, index, &run.bounds)));
        }
        grade(world, &met, &by_test, sources, reference, &mut states);
    }
    states
}

/// Returns how a test ended its JVM, if it did, and where it was then.
fn fatal(report: &TestReport) -> Option<(Outcome, String)> {
    let outcome = report.outcome();
    if !matches!(outcome, Outcome::TimedOut | Outcome::Exited(_) | Outcome::Crashed(_)) {
        return None;
    }
    let reason = report.invocations.iter().find(|one| one.outcome == outcome).map(|one| &*one.reason);
    let mut frames = reason.unwrap_or_default().lines().filter_map(|line| line.trim().strip_prefix("at "));
    // The innermost frames of the JDK are the same for all.
    let place = frames.find(|frame| !frame.starts_with("java.base/") && !frame.starts_with("java."));
    Some((outcome, place.unwrap_or_default().to_owned()))
}

/// Grades the tests whose calls are in a recording.
fn grade(
    world: &World,
    met: &RecordingReader<'_>,
    by_test: &BTreeMap<String, Vec<usize>>,
    sources: &[TestSource],
    reference: &mut dyn Reference,
    states: &mut BTreeMap<TestId, Observed>,
) {
    for source in sources {
        for (id, method) in source.ids() {
            // Of a test with parameters, the first row stands for all.
            let (Some(&test), Some(indices)) = (method.tests.first(), by_test.get(&id.to_string())) else {
                continue;
            };
            let Some(expected) = reference.state(test) else { continue };
            let fields = reference.reads(&method.target);
            let reads = |class: &str, field: &str| {
                let field = world.class_id(class).and_then(|class| world.field(class, field));
                field.is_none_or(|field| fields.contains(field))
            };
            let is_stand_in = |met: &Class| is_stand_in(&source.name, met);
            let comparison = StateComparison { world, reads: &reads, is_stand_in: &is_stand_in };
            let best = states.entry(id).or_default();
            for &index in indices {
                let head = met.invocations().nth(index);
                let recorded = head.and_then(|head| met.method(head.method));
                // A test's own call is not inside another one.
                let is_target = head.is_some_and(|head| head.parent.is_none())
                    && recorded.is_some_and(|recorded| {
                        recorded.name == method.target.name && recorded.descriptor == method.target.descriptor
                    });
                let (true, Ok(capture)) = (is_target, met.capture(index)) else { continue };
                // The arrangement may call the method as well: it is enough that one call met the recorded state. If none
                // did, the last one is the test's own, and the earlier ones may differ in their arguments alone.
                let mut state =
                    comparison.compare(reference.classes(), &expected.capture, met.classes(), &capture);
                if expected.is_changed && state.grade == Grade::Exact {
                    state.grade = Grade::Sufficient;
                }
                if rank(state.grade) >= rank(best.grade) {
                    let (fatal, attempts) = (best.fatal.take(), mem::take(&mut best.attempts));
                    *best = Observed { fatal, attempts, ..state };
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

/// Whether objects of a class are stand-ins of a test: its own code, or Mockito, made them.
fn is_stand_in(test_class: &str, met: &Class) -> bool {
    let test_class = BinaryName::new(test_class).to_internal();
    let is_own = |name: &str| {
        name.strip_prefix(test_class.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
    };
    match &met.kind {
        ClassKind::Lambda { implementation: (class, ..), .. } => is_own(class),
        // Only stand-ins make such classes in a test.
        ClassKind::Generated | ClassKind::Proxy => true,
        _ => is_own(&met.name) || met.name.contains("$MockitoMock$"),
    }
}

/// The comparison of one method's states.
struct StateComparison<'a> {
    world: &'a World,
    reads: isomorphism::Reads<'a>,
    is_stand_in: isomorphism::StandIns<'a>,
}

impl StateComparison<'_> {
    fn compare(&self, recorded: &Classes, before: &Capture, met: &Classes, capture: &Capture) -> Observed {
        if before.roots.len() != capture.roots.len() {
            return Observed::default();
        }
        let names: Vec<String> = (0..before.roots.len()).map(|root| root.to_string()).collect();
        let roots: Vec<Root<'_>> = before
            .roots
            .iter()
            .zip(&capture.roots)
            .zip(&names)
            .map(|((&left, &right), name)| Root { name, left, right })
            .collect();
        let left = Forms::new(recorded, &before.before);
        let right = Forms::new(met, &capture.before);
        let options = isomorphism::Options {
            identity: Identity::ExceptValues,
            reads: Some(self.reads),
            stand_ins: Some(self.is_stand_in),
            ..Default::default()
        };
        let comparison = isomorphism::compare(&left, &right, &roots, options);
        let difference = comparison.difference.filter(|_| comparison.grade == Grade::Different);
        let holders = difference.as_ref().map(|found| own_classes(self.world, &left, &found.holders));
        Observed {
            grade: comparison.grade,
            difference: difference.map_or(String::new(), |found| found.to_string()),
            holders: holders.unwrap_or_default(),
            ..Observed::default()
        }
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

/// Returns the invocations by test. A test's are those from its start to the start of the next one, so that its threads
/// are still its own when it has ended. Invocations before the first test are those of JUnit, and belong to none.
pub fn invocations_by_test(met: &RecordingReader<'_>) -> BTreeMap<String, Vec<usize>> {
    let started = met.marks().iter().filter(|mark| mark.kind == MarkKind::TestStarted);
    let mut starts: Vec<(u64, &str)> = started.map(|mark| (mark.time, &*mark.name)).collect();
    starts.sort_unstable();
    let mut by_test = BTreeMap::<String, Vec<usize>>::new();
    for (index, head) in met.invocations().enumerate() {
        let begun = starts.partition_point(|(start, _)| *start <= head.entered);
        if let Some((_, test)) = begun.checked_sub(1).and_then(|last| starts.get(last)) {
            by_test.entry((*test).to_owned()).or_default().push(index);
        }
    }
    for indices in by_test.values_mut() {
        indices.sort_by_key(|&index| met.invocations().nth(index).map(|head| head.entered));
    }
    by_test
}

#[cfg(test)]
mod tests;
