//! `reenact order detect`: finds order-dependent tests.

use std::time::{Duration, Instant};

use reenact_base::finding::{Code, Finding, Subject};
use reenact_build::Fork;
use reenact_order::leftovers::{FieldReads, Leftovers, TestLeftovers, leftovers, pairs};
use reenact_order::{self as order, Kind, OrderDependent, TestIndex, Watch};
use reenact_report::order::{Counts, DependentTest, Detection, FailingTest, LeftBehind, LeftState, RanOrder};

use super::command::reproduce;
use super::field_reads::field_reads;
use super::places::SourceLines;
use super::project::TestSuite;
use super::runner::Jvms;
use super::state_jvm::AgentJvm;
use super::{Error, Options};
use crate::Progress;

/// Random orders unless a number is given.
const RANDOM: usize = 20;
/// The shares of `--max-time` after which no further test is looked at, and no further order begun; the rest is for confirmations.
const SHARE_OF_STATE: f64 = 0.25;
const SHARE_OF_ORDERS: f64 = 0.7;
/// Readers of a part that are named.
const MOST_READERS: usize = 5;

/// Runs the tests in many orders, and reports those with several outcomes.
pub fn run(options: &Options, progress: &dyn Progress) -> Result<Detection, Error> {
    let suite = TestSuite::open(options, progress)?;
    let mut jvms = Jvms::new(&suite, options.test_limit);
    let found = search(options, &suite, &mut jvms, progress)?;
    Ok(report(options, &suite, &jvms, &found))
}

/// The result of a search.
pub struct Found {
    pub detected: order::Detected,
    /// The state that tests leave behind, and who reads it.
    state: State,
}

/// Facts about the state of a suite.
enum State {
    /// Nobody asked.
    NotAsked,
    /// It could not be looked at, with the reason.
    Unknown(String),
    Known(Known),
}

struct Known {
    left: Leftovers,
    reads: FieldReads,
    /// Classes whose reads are not known.
    left_out: usize,
}

/// Searches a suite for order-dependent tests.
pub fn search(
    options: &Options,
    suite: &TestSuite,
    jvms: &mut Jvms<'_>,
    progress: &dyn Progress,
) -> Result<Found, Error> {
    let asked = &options.search;
    let begun = Instant::now();
    let watch = |share| Shown { progress, begun, max_time: asked.max_time, share };
    let state = match asked.state {
        true => look_at_state(options, suite, &watch(SHARE_OF_STATE)),
        false => State::NotAsked,
    };
    let search = order::Options {
        random: asked.random.unwrap_or(RANDOM),
        seed: asked.seed,
        systematic: asked.systematic,
        confirmations: asked.confirmations,
        max_runs: asked.max_runs,
        is_per_class: suite.fork == Fork::PerClass,
        pairs: match &state {
            State::Known(known) => pairs(&known.left, &known.reads, &suite.tests),
            _ => Vec::new(),
        },
    };
    let detected = order::detect(jvms, &suite.tests, &search, &watch(SHARE_OF_ORDERS))?;
    Ok(Found { detected, state })
}

/// Looks at the state that tests leave behind. The orders are run even if that fails.
fn look_at_state(options: &Options, suite: &TestSuite, watch: &Shown<'_>) -> State {
    let looked = || -> Result<Known, Error> {
        watch.progress.step("initializing the classes that the tests use");
        let left = leftovers(&mut AgentJvm::new(suite, options.test_limit), &suite.tests, watch)?;
        watch.progress.step("looking at the fields that the tests read");
        let (reads, left_out) = field_reads(suite, options.test_limit)?;
        Ok(Known { left, reads, left_out })
    };
    looked().map_or_else(|error| State::Unknown(error.to_string()), State::Known)
}

/// Shows the progress of a search.
struct Shown<'p> {
    progress: &'p dyn Progress,
    begun: Instant,
    max_time: Option<Duration>,
    /// The share of it that orders may take.
    share: f64,
}

impl Watch for Shown<'_> {
    fn order(&self, run: usize, all: usize) {
        self.progress.step(&format!("running order {} of {all}", run + 1));
    }

    fn leftovers(&self, run: usize, all: usize) {
        self.progress.step(&format!("looking at the state that test {} of {all} leaves behind", run + 1));
    }

    fn confirmation(&self, confirmed: usize, all: usize) {
        self.progress.step(&format!("confirming test {} of {all}", confirmed + 1));
    }

    fn is_time_up(&self) -> bool {
        self.max_time.is_some_and(|limit| self.begun.elapsed() >= limit.mul_f64(self.share))
    }

    fn is_over(&self) -> bool {
        self.max_time.is_some_and(|limit| self.begun.elapsed() >= limit)
    }
}

/// Fills the report of a search.
pub fn report(options: &Options, suite: &TestSuite, jvms: &Jvms<'_>, found: &Found) -> Detection {
    let Found { detected: found, state } = found;
    let mut lines = SourceLines::new(suite);
    let tests = found.tests.iter().map(|test| dependent(test, options, suite, jvms, &mut lines)).collect();
    let mut always_failing = Vec::new();
    for &test in &found.always_failing {
        let id = suite.tests.test(test);
        let (outcome, failure) = match jvms.failures.get(&test) {
            Some(known) => known.clone(),
            None => ("failed".to_owned(), None),
        };
        always_failing.push(FailingTest { test: id.to_string(), place: lines.of(id), outcome, failure });
    }
    Detection {
        suite: suite.name.clone(),
        jdk: suite.jvm.jdk.version.to_string(),
        seed: options.search.seed,
        counts: Counts {
            classes: suite.tests.classes().len(),
            tests: suite.tests.len(),
            orders: found.orders.len(),
            planned: found.planned.max(found.orders.len()),
            jvms: jvms.jvms,
        },
        tests,
        unconfirmed: suite.tests.names(&found.unconfirmed),
        always_failing,
        left_behind: match state {
            State::Known(known) => {
                Some(known.left.tests.iter().map(|left| left_behind(left, known, suite)).collect())
            }
            _ => None,
        },
        left_out: left_out(options, suite, found, state),
        suite_tests: suite.tests.names(&order::orders::original(&suite.tests)),
        orders: found.orders.iter().map(ran).collect(),
        findings: findings(suite, found),
    }
}

fn findings(suite: &TestSuite, found: &order::Detected) -> Vec<Finding> {
    let mut findings = suite.findings.clone();
    let victims = |test: &TestIndex| found.tests.iter().any(|dependent| dependent.test == *test);
    for test in found.set_aside.iter().filter(|test| !victims(test) && !found.always_failing.contains(test)) {
        let message = "it ended its JVM in an order, and was left out of the orders behind it";
        let subject = Subject::test(suite.tests.test(*test).to_string());
        findings.push(Finding::new(Code::OrderSetAside, subject, message));
    }
    findings
}

/// Says what was not tried, and why.
fn left_out(options: &Options, suite: &TestSuite, found: &order::Detected, state: &State) -> Vec<String> {
    let mut all: Vec<String> = found
        .left_out
        .iter()
        .map(|left| {
            format!(
                "{left}: they exceed the limit of {} runs; raise it with --max-runs",
                options.search.max_runs
            )
        })
        .collect();
    // An order that is run again without a test that ended its JVM counts twice, so the plan is what is compared.
    let begun: usize = {
        let mut names: Vec<_> = found.orders.iter().map(|ran| (ran.origin, ran.order.first())).collect();
        names.dedup();
        names.len()
    };
    if let Some(limit) = options.search.max_time.filter(|_| begun < found.planned) {
        all.push(format!(
            "{} orders: most of the {} s of --max-time was over",
            found.planned - begun,
            limit.as_secs()
        ));
    }
    if let Some(limit) = options.search.max_time.filter(|_| !found.unconfirmed.is_empty()) {
        all.push(format!(
            "the confirmation of {} tests with several outcomes: the {} s of --max-time were over: {}",
            found.unconfirmed.len(),
            limit.as_secs(),
            suite.tests.names(&found.unconfirmed).join(", ")
        ));
    }
    if suite.fork == Fork::PerClass {
        all.push("pairs of classes: the build runs each class in a JVM of its own".to_owned());
    }
    if !options.search.systematic {
        all.push("systematic orders: --no-systematic".to_owned());
    }
    all.extend(unknown_state(suite, state));
    all
}

/// Says what is not known about the state that tests leave behind.
fn unknown_state(suite: &TestSuite, state: &State) -> Vec<String> {
    let Known { left, left_out, .. } = match state {
        State::Known(known) => known,
        State::NotAsked => return vec!["the state that tests leave behind: --no-state".to_owned()],
        State::Unknown(reason) => return vec![format!("the state that tests leave behind: {reason}")],
    };
    let mut all = Vec::new();
    if left.not_run > 0 {
        all.push(format!(
            "the state that {} tests leave behind: the time of --max-time was over",
            left.not_run
        ));
    }
    if !left.ended.is_empty() {
        let names = suite.tests.names(&left.ended).join(", ");
        all.push(format!("the state that these tests leave behind, which end their JVM: {names}"));
    }
    if left.taken.left_out > 0 {
        all.push(format!("{} objects: the static state has more than a snapshot holds", left.taken.left_out));
    }
    if *left_out > 0 {
        all.push(format!(
            "the fields that {left_out} classes read: they cannot be instrumented, or are too many"
        ));
    }
    all
}

fn left_behind(left: &TestLeftovers, known: &Known, suite: &TestSuite) -> LeftBehind {
    let part = |part: &order::leftovers::Leftover| {
        let readers = known.reads.readers(part, left.test);
        let values = part.values.as_ref();
        LeftState {
            path: part.path.to_string(),
            cells: part.cells,
            clean: values.map(|values| values.clean.clone()),
            now: values.map(|values| values.now.clone()),
            same_content: values.is_some_and(|values| values.is_same),
            difference: values.and_then(|values| values.difference.clone()),
            readers: readers.len(),
            read_by: suite.tests.names(&readers[..readers.len().min(MOST_READERS)]),
        }
    };
    LeftBehind {
        test: suite.tests.test(left.test).to_string(),
        state: left.parts.iter().map(part).collect(),
        more: left.more,
    }
}

fn ran(order: &order::RanOrder) -> RanOrder {
    let failed = order.order.iter().zip(&order.outcomes).filter(|(_, outcome)| outcome.is_failure());
    let failed: Vec<TestIndex> = failed.map(|(test, _)| *test).collect();
    RanOrder { name: order.origin.to_string(), order: ranges(&order.order), failed: ranges(&failed) }
}

/// Writes positions as `4 0-2 3`.
fn ranges(positions: &[TestIndex]) -> String {
    let mut ranges: Vec<(TestIndex, TestIndex)> = Vec::new();
    for &position in positions {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == position => *last = position,
            _ => ranges.push((position, position)),
        }
    }
    let text = |(first, last): &(TestIndex, TestIndex)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(" ")
}

fn dependent(
    found: &OrderDependent,
    options: &Options,
    suite: &TestSuite,
    jvms: &Jvms<'_>,
    lines: &mut SourceLines<'_>,
) -> DependentTest {
    let id = suite.tests.test(found.test);
    let names = |tests: &[TestIndex]| suite.tests.names(tests);
    let failing: Vec<TestIndex> = found.fails_behind.iter().copied().chain([found.test]).collect();
    let note = match found.kind {
        Kind::Environment => Some("it fails only in JVMs that have run other orders before".to_owned()),
        _ if found.needs_jvm => {
            Some("the state is the JVM's or lies outside of it, not that of a class".to_owned())
        }
        _ => None,
    };
    DependentTest {
        test: id.to_string(),
        kind: kind_name(found.kind).to_owned(),
        self_polluting: found.is_self_polluting,
        place: lines.of(id),
        causes: if found.cause.is_empty() { Vec::new() } else { vec![names(&found.cause)] },
        failures: found.failures,
        runs: found.runs,
        passes_behind: names(&found.passes_behind),
        fails_behind: names(&found.fails_behind),
        failure: jvms.failures.get(&found.test).and_then(|(_, failure)| failure.clone()),
        note,
        reproduce: reproduce(options, &names(&failing)),
    }
}

/// The name of a kind in reports.
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Victim => "victim",
        Kind::Brittle => "brittle",
        Kind::SelfPolluting => "self-polluting",
        Kind::NonDeterministic => "non-deterministic",
        Kind::Environment => "environment-dependent",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_written_as_ranges() {
        assert_eq!(ranges(&[4, 0, 1, 2, 3, 9, 8]), "4 0-3 9 8");
        assert_eq!(ranges(&[]), "");
    }
}
