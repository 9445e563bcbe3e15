//! Calls that a test does not need.
//!
//! A history that is replayed has all calls that were made on an object, and a builder or bean gets all the values that
//! its object had. Here tests are run without some of these calls: those stay out without which the method meets a state that is the same to it, and the test passes. All tests try something in
//! each round, first all calls, then halves, then halves of these, so that rounds are few.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use reenact_heap::isomorphism::Grade;
use reenact_wire::driver::TestId;

use crate::notice;
use crate::runner::{Isolation, Runner};
use crate::runs::{by_class, shuffle};
use crate::source::{TestNumber, TestSource};
use crate::state::{Observed, recorded_methods};
use crate::verification::{Stage, Suite, Verification};

/// Each round compiles and runs tests, which takes seconds: this suffices for a builder with twenty values of which the
/// method reads a few. Most tests are done after the first ones.
const MOST_ROUNDS: usize = 24;

type Numbers = BTreeSet<TestNumber>;

/// The attempts to shorten one test.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Attempts {
    /// Calls that are left out.
    left_out: BTreeSet<usize>,
    /// Calls that are left out next.
    waiting: VecDeque<Range<usize>>,
}

impl Attempts {
    fn new(calls: usize) -> Self {
        Attempts { left_out: BTreeSet::new(), waiting: std::iter::once(0..calls).collect() }
    }

    /// Returns the calls to leave out next; `None` if there is nothing left to try.
    fn next(&self) -> Option<BTreeSet<usize>> {
        let range = self.waiting.front()?.clone();
        Some(self.left_out.iter().copied().chain(range).collect())
    }

    /// Notes whether the test holds without the calls that were left out last.
    fn note(&mut self, holds: bool) {
        let Some(range) = self.waiting.pop_front() else { return };
        if holds {
            self.left_out.extend(range);
        } else if range.len() > 1 {
            let middle = range.start + range.len() / 2;
            self.waiting.extend([range.start..middle, middle..range.end]);
        }
    }
}

impl<R: Runner> Verification<'_, R> {
    /// Returns the suite with tests that are shorter where they can be.
    pub fn shortened(&mut self, suite: Suite) -> Result<Suite, R::Error> {
        let mut attempts: BTreeMap<TestNumber, Attempts> = BTreeMap::new();
        for test in suite.tests() {
            let calls = self.writer.calls(test);
            // A test without some of its assertions would be written with them.
            if calls > 0 && !self.result.reduced.contains_key(&test) {
                attempts.insert(test, Attempts::new(calls));
            }
        }
        if attempts.is_empty() {
            return Ok(suite);
        }
        for round in 1..=MOST_ROUNDS {
            if !self.try_once(&mut attempts, round)? {
                break;
            }
        }
        let is_shorter = |attempts: &Attempts| !attempts.left_out.is_empty();
        let shorter: BTreeSet<TestNumber> =
            attempts.iter().filter(|(_, attempts)| is_shorter(attempts)).map(|(test, _)| *test).collect();
        if shorter.is_empty() {
            return Ok(suite);
        }
        let before = suite.tests();
        let trial = self.compile_on_trial(shorter.into_iter().collect())?;
        let failing: Vec<_> = self.failing(&trial)?.into_iter().map(|test| (test, BTreeSet::new())).collect();
        self.writer.leave_out(&failing);
        // Tests that differed in calls which they do not need are the same now, and one of them is written.
        let written = self.writer.write(&before);
        let placed: Numbers = written
            .sources
            .iter()
            .flat_map(TestSource::ids)
            .flat_map(|(_, method)| method.tests.clone())
            .collect();
        let refused: Numbers = written.refused.iter().map(|(test, _)| *test).collect();
        let is_same = |test: &TestNumber| !placed.contains(test) && !refused.contains(test);
        let (same, left) = before.into_iter().partition::<Vec<TestNumber>, _>(is_same);
        self.result.redundant.extend(same);
        let suite = self.compile(left)?;
        if self.options.join { self.joined(suite) } else { Ok(suite) }
    }

    /// Runs all tests once that have something left to try. Whether there are any.
    fn try_once(
        &mut self,
        attempts: &mut BTreeMap<TestNumber, Attempts>,
        round: usize,
    ) -> Result<bool, R::Error> {
        let tried: Vec<TestNumber> = self.shorter_tests(attempts).into_iter().collect();
        if tried.is_empty() {
            return Ok(false);
        }
        (self.progress)(Stage::Shortening { tests: tried.len(), round });
        let (holding, hanging) = self.run_on_trial(&tried)?;
        let mut longer = Vec::new();
        for test in tried {
            let Some(attempts) = attempts.get_mut(&test) else { continue };
            attempts.note(holding.contains(&test));
            // A test that does not end takes its time limit in every round.
            if hanging.contains(&test) {
                attempts.waiting.clear();
            }
            if !holding.contains(&test) {
                longer.push((test, attempts.left_out.clone()));
            }
        }
        self.writer.leave_out(&longer);
        Ok(true)
    }

    /// Writes each test without the calls that it tries next. Returns the tests of which there is such a one.
    fn shorter_tests(&mut self, attempts: &mut BTreeMap<TestNumber, Attempts>) -> Numbers {
        let mut written = Numbers::new();
        let mut open: Numbers = attempts.keys().copied().collect();
        loop {
            let next = |test: &TestNumber| Some((*test, attempts.get(test)?.next()?));
            let asked: Vec<(TestNumber, BTreeSet<usize>)> = open.iter().filter_map(next).collect();
            if asked.is_empty() {
                return written;
            }
            let is_written = self.writer.leave_out(&asked);
            open.clear();
            for ((test, _), is_written) in asked.into_iter().zip(is_written) {
                match attempts.get_mut(&test) {
                    Some(attempts) if !is_written => {
                        attempts.note(false);
                        open.insert(test);
                    }
                    _ => {
                        written.insert(test);
                    }
                }
            }
        }
    }

    /// Returns the tests that pass and whose method meets a state that is the same to it, and those that end their JVM.
    fn run_on_trial(&mut self, tests: &[TestNumber]) -> Result<(Numbers, Numbers), R::Error> {
        let suite = self.compile_on_trial(tests.to_vec())?;
        if suite.sources.is_empty() {
            return Ok(Default::default());
        }
        let run = suite.run(suite.ids(), Isolation::LoaderPerRun);
        // Without the agent states cannot be compared, and tests stay as they are.
        let Ok(run) = self.runner.run_recorded(&run, &recorded_methods(&suite.sources)) else {
            return Ok(Default::default());
        };
        let passed: BTreeSet<&TestId> =
            run.reports.iter().filter(|report| report.passed()).map(|report| &report.test).collect();
        let states = self.writer.observe(&suite.sources, &run);
        let is_same = |state: &Observed| {
            matches!(state.grade, Grade::Exact | Grade::Sufficient) && self.refused(state).is_none()
        };
        let (mut holding, mut hanging) = (Numbers::new(), Numbers::new());
        for (id, method) in suite.methods() {
            let state = states.get(&id);
            if passed.contains(&id) && state.is_some_and(is_same) {
                holding.extend(&method.tests);
            }
            if state.is_some_and(|state| state.fatal.is_some()) {
                hanging.extend(&method.tests);
            }
        }
        Ok((holding, hanging))
    }

    /// Compiles tests of which some may not be accepted, which is not their fault.
    fn compile_on_trial(&mut self, tests: Vec<TestNumber>) -> Result<Suite, R::Error> {
        let dropped = self.result.dropped.len();
        let suite = self.compile(tests);
        self.result.dropped.truncate(dropped);
        suite
    }

    /// Returns the tests that do not hold as the longer ones did: in another order, elsewhere, or without the body of their
    /// method.
    fn failing(&mut self, suite: &Suite) -> Result<Numbers, R::Error> {
        let mut runs = by_class(suite, Isolation::LoaderPerTest);
        runs.extend([0, 1].map(|round| shuffle(suite, round)));
        let mut faults = self.faults(suite, &runs)?;
        faults.extend(self.faults_elsewhere(suite)?);
        let noticed = notice::noticing(self.runner, self.writer, suite)?;
        let failing = suite.methods().filter(|(id, _)| faults.contains_key(id) || noticed.blind.contains(id));
        Ok(failing.flat_map(|(_, method)| method.tests.iter().copied()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the calls that are left out if these are needed, and the number of attempts.
    fn left_out(calls: usize, needed: &[usize]) -> (Vec<usize>, usize) {
        let mut attempts = Attempts::new(calls);
        let mut count = 0;
        while let Some(tried) = attempts.next() {
            attempts.note(!needed.iter().any(|call| tried.contains(call)));
            count += 1;
        }
        (attempts.left_out.into_iter().collect(), count)
    }

    #[test]
    fn only_calls_that_are_needed_stay() {
        assert_eq!(left_out(4, &[]), (vec![0, 1, 2, 3], 1));
        assert_eq!(left_out(4, &[3]), (vec![0, 1, 2], 5));
        assert_eq!(left_out(1, &[0]), (vec![], 1));
        assert_eq!(left_out(3, &[0, 2]), (vec![1], 5));
        // The rest of a range is tried before its halves are halved again, so that few rounds leave out most.
        assert_eq!(left_out(16, &[15]), ((0..15).collect(), 9));
    }
}
