//! Shortening over a fake runner: two tests, the first with three calls that arrange it.

use std::cell::RefCell;
use std::convert::Infallible;
use std::time::Duration;

use reenact_heap::isomorphism::Grade;
use reenact_wire::driver::{Invocation, Output};

use super::*;
use crate::*;

/// The fault that the first test is chosen for, and that of the second.
const FAULTS: [u32; 2] = [17, 18];

/// The test passes without the first call, fails without the second, and finds its fault with the third alone.
const FREE: usize = 0;
const READ: usize = 1;
const FINDS: usize = 2;

type LeftOut = RefCell<BTreeSet<usize>>;

struct FakeWriter<'a> {
    left_out: &'a LeftOut,
    /// The state that the method meets, whatever is left out.
    grade: Grade,
}

struct FakeRunner<'a> {
    left_out: &'a LeftOut,
}

fn target() -> Target {
    Target { class: "a/B".into(), name: "c".into(), descriptor: "()I".into() }
}

impl TestWriter for FakeWriter<'_> {
    fn write(&mut self, tests: &[TestNumber]) -> Written {
        let method = |test: &TestNumber| TestMethod {
            name: format!("t{test}"),
            lines: *test as usize..*test as usize + 1,
            size: 1,
            target: target(),
            tests: vec![*test],
        };
        let source = TestSource {
            name: "a.BTest".to_owned(),
            path: "a/BTest.java".to_owned(),
            tests: tests.iter().map(method).collect(),
            ..TestSource::default()
        };
        Written { sources: vec![source], refused: Vec::new() }
    }

    fn rewrite(&mut self, tests: &[Differing<'_>]) -> Vec<Rewrite> {
        vec![Rewrite::Keep; tests.len()]
    }

    fn rewrite_expectations(&mut self, tests: &[TestNumber]) -> Vec<bool> {
        vec![false; tests.len()]
    }

    fn calls(&self, test: TestNumber) -> usize {
        if test == 1 { 3 } else { 0 }
    }

    fn leave_out(&mut self, tests: &[(TestNumber, BTreeSet<usize>)]) -> Vec<bool> {
        for (test, calls) in tests {
            assert_eq!(*test, 1);
            self.left_out.replace(calls.clone());
        }
        vec![true; tests.len()]
    }

    fn observe(&mut self, sources: &[TestSource], _: &RecordedRun) -> BTreeMap<TestId, Observed> {
        let states = sources.iter().flat_map(TestSource::ids);
        states.map(|(id, _)| (id, Observed { grade: self.grade, ..Observed::default() })).collect()
    }

    fn instrumented(&self) -> InstrumentedClasses {
        InstrumentedClasses {
            classes: vec![ClassFile { name: "a/B".into(), bytes: b"counted".to_vec() }],
            mutants: vec![(17..19, target())],
            blocks: BTreeMap::from([(target(), 1..10)]),
        }
    }

    fn gut(&self, _: &Target, _: Replacement) -> Option<Vec<u8>> {
        Some(b"gutted".to_vec())
    }
}

impl FakeRunner<'_> {
    fn report(&self, run: &Run, at: usize) -> TestReport {
        let id = &run.tests[at];
        let is_first = id.method == "t1";
        let left_out = self.left_out.borrow();
        let own_fault = FAULTS[usize::from(!is_first)];
        let is_found = run.mutants.get(at) == Some(&own_fault) && !(is_first && left_out.contains(&FINDS));
        let is_gutted = run.replaced.first().is_some_and(|class| class.bytes == b"gutted");
        let fails = is_gutted || is_found || is_first && left_out.contains(&READ);
        let invocation = Invocation {
            name: String::new(),
            outcome: if fails { Outcome::Failed } else { Outcome::Passed },
            time: Duration::ZERO,
            reason: String::new(),
            failure: None,
            output: Output::default(),
            covered: vec![1, own_fault],
        };
        TestReport { test: id.clone(), invocations: vec![invocation], jvm: 0 }
    }

    fn reports(&self, run: &Run) -> Vec<TestReport> {
        (0..run.tests.len()).map(|at| self.report(run, at)).collect()
    }
}

impl Runner for FakeRunner<'_> {
    type Error = Infallible;

    fn compile(&mut self, _: &[Source<'_>]) -> Result<Compiled, Infallible> {
        Ok(Compiled { classes: Some(CompiledClasses(1)), ..Compiled::default() })
    }

    fn run(&mut self, runs: &[Run]) -> Result<Vec<Vec<TestReport>>, Infallible> {
        Ok(runs.iter().map(|run| self.reports(run)).collect())
    }

    fn run_in(&mut self, _: &Environment, run: &Run) -> Result<Vec<TestReport>, Infallible> {
        Ok(self.reports(run))
    }

    fn run_recorded(&mut self, run: &Run, _: &[String]) -> Result<RecordedRun, Infallible> {
        Ok(RecordedRun { reports: self.reports(run), ..RecordedRun::default() })
    }
}

/// Returns the calls that are left out of the first test.
fn left_out(choose: bool, grade: Grade) -> Vec<usize> {
    let left_out = LeftOut::default();
    let mut writer = FakeWriter { left_out: &left_out, grade };
    let mut runner = FakeRunner { left_out: &left_out };
    let options = Options { choose, per_class: 50, ..Options::default() };
    let Ok(verified) = verify(&mut runner, &mut writer, &[1, 2], &options, &|_| {});
    assert_eq!(verified.counts.delivered, 2);
    left_out.into_inner().into_iter().collect()
}

#[test]
fn a_shorter_test_finds_the_fault_that_it_was_chosen_for() {
    assert_eq!(left_out(true, Grade::Exact), [FREE]);
    // Of a test that was not chosen for a fault, the state says what it needs.
    assert_eq!(left_out(false, Grade::Exact), [FREE, FINDS]);
}

#[test]
fn the_method_may_meet_another_state_if_it_does_the_same() {
    assert_eq!(left_out(true, Grade::Different), [FREE]);
    assert!(left_out(false, Grade::Different).is_empty());
}

#[test]
fn code_that_is_not_run_shows_that_a_merit_is_lost() {
    let merit = Merit { faults: BTreeSet::from([7]), blocks: BTreeSet::from([1, 2]) };
    assert!(merit.may_be_in(&BTreeSet::from([1, 2, 3, 7])));
    assert!(!merit.may_be_in(&BTreeSet::from([1, 7])));
    assert!(!merit.may_be_in(&BTreeSet::from([1, 2])));
}
