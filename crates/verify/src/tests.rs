//! Verification over a fake runner: each test is a behaviour, and the runner acts it out.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use reenact_heap::isomorphism::Grade;
use reenact_wire::driver::{Invocation, Output};

use crate::source::Written;
use crate::*;

/// The behaviour of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    Passes,
    DoesNotCompile,
    /// Its class does not compile, because of a line outside of its tests.
    BreaksItsClass,
    HasTooManyConstants,
    FailsAlone,
    /// Until its expectations are written in another way.
    ExpectsAnotherObject,
    FailsSecondTime,
    FailsInTimeZone(&'static str),
    /// Has an assertion that fails with this part changed, and another that holds unless it is missing.
    DependsOn(Part),
    /// The same, and without the assertion it notices nothing.
    AssertsOnly(Part),
    /// Fails with two parts changed.
    FailsWithAll,
    AsksStandIn,
    IgnoresMissingBody,
    /// Notices a missing body only where the method returns something else than the default.
    ExpectsDefault,
    /// Its method meets the recorded state after so many rewrites.
    Differs(usize),
    /// The object that differs is not the test's doing.
    DiffersInCache,
    Hangs,
    Exits,
    Crashes,
    UsesNetwork,
    Repeats,
    /// Passes, and fails in a test with parameters.
    FailsJoined,
    Joins,
}

struct Fake {
    tests: BTreeMap<TestNumber, Test>,
    rewrites: BTreeMap<TestNumber, usize>,
}

struct FakeRunner<'a> {
    tests: &'a BTreeMap<TestNumber, Test>,
    has_agent: bool,
    expecting_otherwise: &'a Cell<bool>,
    removed: &'a RefCell<BTreeSet<TestNumber>>,
    compilations: usize,
}

#[derive(Debug)]
struct NoAgent;

impl fmt::Display for NoAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no agent")
    }
}

impl std::error::Error for NoAgent {}

/// `t3` is test 3, `t3_4` tests 3 and 4 joined.
fn numbers(method: &str) -> Vec<TestNumber> {
    method[1..].split('_').map(|number| number.parse().unwrap()).collect()
}

fn report(test: &TestId, outcome: Outcome, failure: Option<Failure>) -> TestReport {
    let invocation = Invocation {
        name: String::new(),
        outcome,
        time: Duration::ZERO,
        reason: "main\n\tat a.B.c(B.java:7)".to_owned(),
        failure,
        output: Output::default(),
        covered: Vec::new(),
    };
    TestReport { test: test.clone(), invocations: vec![invocation], jvm: 0 }
}

fn failed(test: &TestId, class: &str, trace: &str) -> TestReport {
    let failure = Failure { class: class.to_owned(), message: "wrong".to_owned(), trace: trace.to_owned() };
    report(test, Outcome::Failed, Some(failure))
}

impl FakeRunner<'_> {
    fn act(&self, run: &Run, at: usize, environment: Option<&Environment>) -> TestReport {
        let id = &run.tests[at];
        let numbers = numbers(&id.method);
        let test = self.tests[&numbers[0]];
        let is_second = run.tests[..at].contains(id);
        let replaced = run.replaced.first().map(|class| class.bytes[0]);
        let fails = match (test, replaced) {
            (Test::IgnoresMissingBody | Test::AssertsOnly(_), Some(_)) => false,
            (Test::ExpectsDefault, Some(returned)) => returned == 1,
            (_, Some(_)) => true,
            (Test::FailsAlone, _) => run.isolation == Isolation::LoaderPerTest,
            (Test::ExpectsAnotherObject, _) => !self.expecting_otherwise.get(),
            (Test::FailsSecondTime, _) => is_second,
            (Test::FailsInTimeZone(other), _) => environment
                .and_then(|environment| environment.defaults)
                .is_some_and(|defaults| defaults.time_zone == other),
            (Test::DependsOn(part) | Test::AssertsOnly(part), _) => {
                let is_changed = environment.is_some_and(|environment| environment.only(part).is_some());
                if is_changed && !self.removed.borrow().contains(&numbers[0]) {
                    let trace = format!(
                        "x\n\tat a.Assert.fail(Assert.java:1)\n\tat a.BTest.x(BTest.java:{})",
                        at + 1
                    );
                    return failed(id, "org.opentest4j.AssertionFailedError", &trace);
                }
                false
            }
            (Test::FailsWithAll, _) => environment
                .is_some_and(|environment| environment.identity_hashes && environment.moment.is_some()),
            (Test::FailsJoined, _) => numbers.len() > 1,
            (Test::AsksStandIn, _) => {
                let trace = "x\n\tat a.BTest$1.roll(BTest.java:99)";
                return failed(id, "java.lang.UnsupportedOperationException", trace);
            }
            _ => false,
        };
        match fails {
            true => failed(id, "org.opentest4j.AssertionFailedError", ""),
            false => report(id, Outcome::Passed, None),
        }
    }
}

impl Runner for FakeRunner<'_> {
    type Error = NoAgent;

    fn compile(&mut self, sources: &[Source<'_>]) -> Result<Compiled, NoAgent> {
        self.compilations += 1;
        let mut diagnostics = Vec::new();
        for source in sources {
            for (line, text) in source.text.lines().enumerate() {
                let error = |line: usize, code: &str| Diagnostic {
                    kind: DiagnosticKind::Error,
                    file: source.path.to_owned(),
                    line: line as u32,
                    column: 0,
                    code: code.to_owned(),
                    message: "an error".to_owned(),
                };
                for number in numbers(text) {
                    match self.tests[&number] {
                        Test::DoesNotCompile => diagnostics.push(error(line + 1, "compiler.err.expected")),
                        Test::BreaksItsClass => diagnostics.push(error(0, "compiler.err.expected")),
                        Test::HasTooManyConstants => diagnostics.push(error(0, "compiler.err.limit.pool")),
                        _ => {}
                    }
                }
            }
        }
        let classes = diagnostics.is_empty().then_some(CompiledClasses(self.compilations));
        Ok(Compiled { classes, diagnostics, extra: String::new() })
    }

    fn run(&mut self, runs: &[Run]) -> Result<Vec<Vec<TestReport>>, NoAgent> {
        Ok(runs.iter().map(|run| (0..run.tests.len()).map(|at| self.act(run, at, None)).collect()).collect())
    }

    fn run_in(&mut self, environment: &Environment, run: &Run) -> Result<Vec<TestReport>, NoAgent> {
        Ok((0..run.tests.len()).map(|at| self.act(run, at, Some(environment))).collect())
    }

    fn run_recorded(&mut self, run: &Run, methods: &[String]) -> Result<RecordedRun, NoAgent> {
        assert_eq!(methods.len(), run.tests.len());
        assert!(methods.iter().all(|method| method == "a.B#c"));
        if !self.has_agent {
            return Err(NoAgent);
        }
        let reports = run.tests.iter().map(|id| {
            let outcome = match self.tests[&numbers(&id.method)[0]] {
                Test::Hangs => Outcome::TimedOut,
                Test::Exits => Outcome::Exited(1),
                Test::Crashes => Outcome::Crashed(11),
                _ => Outcome::Passed,
            };
            report(id, outcome, None)
        });
        Ok(RecordedRun { reports: reports.collect(), ..RecordedRun::default() })
    }
}

impl Fake {
    /// One class for all tests, one line for each.
    fn source(&self, methods: Vec<Vec<TestNumber>>) -> TestSource {
        let name = |tests: &[TestNumber]| {
            let numbers: Vec<String> = tests.iter().map(TestNumber::to_string).collect();
            format!("t{}", numbers.join("_"))
        };
        let text: Vec<String> = methods.iter().map(|tests| name(tests)).collect();
        let target = Target { class: "a/B".into(), name: "c".into(), descriptor: "()I".into() };
        let method = |(at, tests): (usize, Vec<TestNumber>)| TestMethod {
            name: name(&tests),
            lines: at + 1..at + 2,
            size: tests[0] as usize,
            target: target.clone(),
            tests,
        };
        TestSource {
            name: "a.BTest".to_owned(),
            path: "a/BTest.java".to_owned(),
            text: text.join("\n"),
            tests: methods.into_iter().enumerate().map(method).collect(),
            helpers: Vec::new(),
            missing_answers: std::iter::once(99..100).collect(),
        }
    }
}

/// The writer, and whether expectations were rewritten, which the runner looks at.
struct FakeWriter<'a> {
    fake: Fake,
    expecting_otherwise: &'a Cell<bool>,
    /// Tests that lost an assertion.
    removed: &'a RefCell<BTreeSet<TestNumber>>,
}

impl TestWriter for FakeWriter<'_> {
    fn write(&mut self, tests: &[TestNumber]) -> Written {
        let is_repeat = |test: &TestNumber| matches!(self.fake.tests[test], Test::Repeats);
        let methods: Vec<_> = tests.iter().filter(|test| !is_repeat(test)).map(|&test| vec![test]).collect();
        let sources = if methods.is_empty() { Vec::new() } else { vec![self.fake.source(methods)] };
        Written { sources, refused: Vec::new() }
    }

    fn write_joined(&mut self, tests: &[TestNumber], apart: &BTreeSet<TestNumber>) -> Option<Written> {
        let may_join = |test: &TestNumber| {
            matches!(self.fake.tests[test], Test::Joins | Test::FailsJoined) && !apart.contains(test)
        };
        let (joined, single): (Vec<_>, Vec<_>) = tests.iter().copied().partition(may_join);
        let mut methods: Vec<_> = single.into_iter().map(|test| vec![test]).collect();
        (joined.len() > 1).then(|| {
            methods.push(joined);
            Written { sources: vec![self.fake.source(methods)], refused: Vec::new() }
        })
    }

    fn rewrite(&mut self, tests: &[Differing<'_>]) -> Vec<Rewrite> {
        let answer = |differing: &Differing<'_>| match self.fake.tests[&differing.test] {
            Test::DiffersInCache => Rewrite::Keep,
            _ if differing.may_retry => {
                *self.fake.rewrites.entry(differing.test).or_default() += 1;
                Rewrite::Rewritten
            }
            _ => Rewrite::Refused { class: differing.holders.last().cloned(), is_replayed: false },
        };
        tests.iter().map(answer).collect()
    }

    fn rewrite_expectations(&mut self, tests: &[TestNumber]) -> Vec<bool> {
        let is_changed = |test: &TestNumber| self.fake.tests[test] == Test::ExpectsAnotherObject;
        self.expecting_otherwise.set(tests.iter().any(is_changed));
        tests.iter().map(is_changed).collect()
    }

    fn remove_assertion(&mut self, test: TestNumber, source: &TestSource, line: usize) -> bool {
        assert_eq!(source.tests_at(line)[0].tests, [test]);
        self.removed.borrow_mut().insert(test)
    }

    fn observe(&mut self, sources: &[TestSource], run: &RecordedRun) -> BTreeMap<TestId, Observed> {
        let mut states = BTreeMap::new();
        for (id, method) in sources.iter().flat_map(TestSource::ids) {
            let Some(report) = run.reports.iter().find(|report| report.test == id) else { continue };
            let test = self.fake.tests[&method.tests[0]];
            let rewrites = self.fake.rewrites.get(&method.tests[0]).copied().unwrap_or_default();
            let mut state = Observed { grade: Grade::Exact, ..Observed::default() };
            match test {
                Test::Differs(after) if rewrites < after => state.grade = Grade::Different,
                Test::DiffersInCache => state.grade = Grade::Different,
                Test::UsesNetwork => {
                    let target = "localhost:80".to_owned();
                    state.attempts.insert(Attempt { reach: Reach::Network, target, by: "Socket".to_owned() });
                }
                _ => {}
            }
            if state.grade == Grade::Different {
                (state.holders, state.difference) = (vec!["a/Part".into()], "0.x: 1 -> 2".to_owned());
            }
            if report.outcome() != Outcome::Passed {
                state.fatal = Some((report.outcome(), "a.B.c(B.java:7)".to_owned()));
            }
            states.insert(id, state);
        }
        states
    }

    fn gut(&self, target: &Target, replacement: Replacement) -> Option<Vec<u8>> {
        assert_eq!(&*target.class, "a/B");
        Some(vec![u8::from(replacement == Replacement::Other)])
    }
}

/// Verifies tests that have the numbers 1, 2, … in this order.
fn verified(tests: &[Test], options: Options) -> Verified {
    verified_with(tests, options, true)
}

fn verified_with(tests: &[Test], options: Options, has_agent: bool) -> Verified {
    let tests: BTreeMap<TestNumber, Test> = (1..).zip(tests.iter().copied()).collect();
    let numbers: Vec<TestNumber> = tests.keys().copied().collect();
    let expecting_otherwise = Cell::new(false);
    let fake = Fake { tests: tests.clone(), rewrites: BTreeMap::new() };
    let removed = RefCell::default();
    let mut writer = FakeWriter { fake, expecting_otherwise: &expecting_otherwise, removed: &removed };
    let mut runner = FakeRunner {
        tests: &tests,
        has_agent,
        expecting_otherwise: &expecting_otherwise,
        removed: &removed,
        compilations: 0,
    };
    verify(&mut runner, &mut writer, &numbers, &options, &|_| {}).unwrap()
}

fn options() -> Options {
    Options { shuffles: 3, ..Options::default() }
}

/// Checks which tests are kept, and the codes with which the others are dropped.
fn check(tests: &[Test], kept: &[&str], dropped: &[(TestNumber, &str)]) -> Verified {
    let verified = verified(tests, options());
    let methods: Vec<&str> =
        verified.sources.iter().flat_map(|source| source.tests.iter().map(|test| &*test.name)).collect();
    assert_eq!(methods, kept);
    let codes: Vec<(TestNumber, &str)> =
        verified.dropped.iter().map(|dropped| (dropped.test, dropped.fault.code())).collect();
    assert_eq!(codes, dropped);
    verified
}

#[test]
fn a_test_that_fails_alone_is_dropped() {
    let verified = check(&[Test::Passes, Test::FailsAlone], &["t1"], &[(2, "test-fails")]);
    assert_eq!((verified.counts.compiled, verified.counts.passed, verified.counts.kept), (2, 1, 1));
    assert_eq!(verified.dropped[0].fault.summary(), "the test fails with AssertionFailedError");
}

#[test]
fn a_test_that_fails_the_second_time_is_dropped() {
    check(&[Test::FailsSecondTime, Test::Passes], &["t2"], &[(1, "test-fails-shuffled")]);
}

#[test]
fn a_test_that_fails_in_another_time_zone_is_dropped() {
    let verified = check(
        &[Test::FailsInTimeZone("Asia/Kolkata"), Test::FailsInTimeZone("America/New_York"), Test::Passes],
        &["t3"],
        &[(1, "test-fails-elsewhere"), (2, "test-fails-elsewhere")],
    );
    assert_eq!(verified.counts.environments, Environment::ALL.len());
    assert!(verified.dropped[1].fault.summary().starts_with("with a Japanese locale"));
}

#[test]
fn assertions_that_depend_on_the_environment_are_removed_and_hollow_tests_dropped_by_cause() {
    let parts = Part::ALL.map(Test::AssertsOnly);
    let codes = [
        "test-fails-elsewhere",
        "test-fails-for-another-user",
        "test-fails-in-another-directory",
        "test-fails-on-another-date",
        "test-fails-on-another-host",
        "test-fails-with-other-hashes",
        "test-fails-with-other-variables",
    ];
    let verified = verified(&parts, options());
    let mut found: Vec<&str> = verified.dropped.iter().map(|dropped| dropped.fault.code()).collect();
    found.sort_unstable();
    assert_eq!(found, codes);
    let verified = check(&[Test::DependsOn(Part::Date), Test::Passes], &["t1", "t2"], &[]);
    assert_eq!(verified.reduced.keys().collect::<Vec<_>>(), [&1]);
    assert_eq!(verified.counts.noticing, Some(2));
}

#[test]
fn a_failure_that_no_part_explains_is_attributed_to_the_environment() {
    let verified = check(&[Test::FailsWithAll, Test::Passes], &["t2"], &[(1, "test-fails-elsewhere")]);
    let summary = verified.dropped[0].fault.summary();
    assert!(summary.starts_with("with other identity hash codes, on 2099-12-31"), "{summary}");
}

#[test]
fn a_test_that_passes_without_the_body_of_its_method_is_dropped() {
    let verified = check(
        &[Test::Passes, Test::IgnoresMissingBody, Test::ExpectsDefault],
        &["t1", "t3"],
        &[(2, "test-notices-nothing")],
    );
    assert_eq!((verified.counts.noticing, verified.counts.kept), (Some(2), 2));
}

#[test]
fn a_test_that_does_not_compile_costs_no_other_test() {
    let verified =
        check(&[Test::Passes, Test::DoesNotCompile, Test::Passes], &["t1", "t3"], &[(2, "does-not-compile")]);
    assert_eq!(verified.counts.compiled, 2);
    assert_eq!(verified.dropped[0].fault.message, "an error");
}

#[test]
fn an_error_outside_of_tests_drops_the_class() {
    check(&[Test::Passes, Test::BreaksItsClass], &[], &[(1, "does-not-compile"), (2, "does-not-compile")]);
}

/// The size of a test is its number.
#[test]
fn too_many_constants_drop_the_longest_test() {
    check(
        &[Test::Passes, Test::Passes, Test::HasTooManyConstants],
        &["t1", "t2"],
        &[(3, "does-not-compile")],
    );
}

#[test]
fn a_test_about_another_state_is_rewritten_or_dropped() {
    let verified = check(
        &[Test::Differs(1), Test::Differs(3), Test::Differs(4), Test::DiffersInCache],
        &["t1", "t2", "t4"],
        &[(3, "state-differs")],
    );
    let Fault { message, .. } = &verified.dropped[0].fault;
    assert_eq!(message, "0.x: 1 -> 2");
    assert!(verified.dropped[0].fault.summary().starts_with("a.Part would not be"));
    assert_eq!((verified.counts.exact, verified.counts.different), (2, 1));
    assert_eq!(verified.grades[&3], Grade::Different);
}

#[test]
fn tests_that_end_their_jvm_are_named() {
    let verified = check(
        &[Test::Hangs, Test::Passes, Test::Exits, Test::Crashes],
        &["t2"],
        &[(1, "test-hangs"), (3, "test-exits"), (4, "test-crashes")],
    );
    assert!(verified.dropped.iter().all(|dropped| dropped.fault.message == "a.B.c(B.java:7)"));
}

#[test]
fn tests_that_reach_the_network_are_dropped_unless_that_is_allowed() {
    let verified = check(&[Test::UsesNetwork, Test::Passes], &["t2"], &[(1, "test-uses-network")]);
    assert_eq!(verified.reached.len(), 1);
    let allow = BTreeSet::from([Reach::Network]);
    let verified = self::verified(&[Test::UsesNetwork, Test::Passes], Options { allow, ..options() });
    assert_eq!((verified.counts.kept, verified.reached.len()), (2, 1));
}

#[test]
fn other_expectations_are_tried_once() {
    let verified = check(&[Test::ExpectsAnotherObject, Test::FailsAlone], &["t1"], &[(2, "test-fails")]);
    assert_eq!(verified.counts.passed, 1);
}

#[test]
fn a_stand_in_without_an_answer_is_distinguished_from_other_failures() {
    let verified = check(&[Test::AsksStandIn], &[], &[(1, "answer-not-recorded")]);
    assert!(verified.dropped[0].fault.help().is_some());
}

#[test]
fn repeats_are_not_dropped_but_counted() {
    let verified = check(&[Test::Passes, Test::Repeats], &["t1"], &[]);
    assert_eq!(verified.repeats, [2]);
}

#[test]
fn without_the_agent_tests_are_kept_and_that_is_noted() {
    let verified = verified_with(&[Test::Passes, Test::FailsAlone], options(), false);
    assert_eq!(verified.not_compared.as_deref(), Some("no agent"));
    assert_eq!((verified.counts.kept, verified.counts.not_compared), (1, 1));
}

#[test]
fn joined_tests_that_fail_are_taken_apart() {
    let join = |tests: &[Test]| {
        let verified = verified(tests, Options { join: true, ..options() });
        let methods =
            verified.sources.iter().flat_map(|source| source.tests.iter().map(|test| test.name.clone()));
        methods.collect::<Vec<String>>()
    };
    assert_eq!(join(&[Test::Joins, Test::Passes, Test::Joins]), ["t2", "t1_3"]);
    assert_eq!(join(&[Test::FailsJoined, Test::FailsJoined, Test::Passes]), ["t1", "t2", "t3"]);
}

#[test]
fn nothing_left_is_a_result() {
    check(&[], &[], &[]);
    check(&[Test::FailsAlone], &[], &[(1, "test-fails")]);
}
