//! Set-up that a test does not need.
//!
//! A history that is replayed has all calls that were made on an object, and a builder or bean gets all the values that
//! its object had. Here tests are run without some of that. It stays out if the test passes without it, and still has
//! what it was [chosen](crate::merit) for; where that is not known, if the method meets a state that is the same to it. All
//! tests try something in each round, first without all of it, then halves, then halves of these, so that rounds are few.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use reenact_heap::isomorphism::Grade;
use reenact_wire::driver::TestId;

use crate::notice;
use crate::runner::Runner;
use crate::source::{TestMethod, TestNumber, TestSource};
use crate::state::Observed;
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

    /// Returns the tests that are as good as the longer ones, and those that end their JVM.
    fn run_on_trial(&mut self, tests: &[TestNumber]) -> Result<(Numbers, Numbers), R::Error> {
        let suite = self.compile_on_trial(tests.to_vec())?;
        let (mut holding, mut hanging) = self.deserving(&suite)?;
        let (same, endless) = self.in_same_state(&suite)?;
        holding.extend(same);
        hanging.extend(endless);
        Ok((holding, hanging))
    }

    /// Returns those of the tests whose merit is not known that meet the state that they met before, and those that end
    /// their JVM.
    fn in_same_state(&mut self, suite: &Suite) -> Result<(Numbers, Numbers), R::Error> {
        let unknown: Vec<(TestId, &TestMethod)> =
            suite.methods().filter(|(_, method)| !self.merits.has(method)).collect();
        let Some((passed, states)) = self.observed_on_trial(suite, &unknown) else {
            return Ok(Default::default());
        };
        let is_same = |state: &Observed| matches!(state.grade, Grade::Exact | Grade::Sufficient);
        let (mut holding, mut hanging) = (Numbers::new(), Numbers::new());
        for (id, method) in unknown {
            let Some(state) = states.get(&id) else { continue };
            if state.fatal.is_some() {
                hanging.extend(&method.tests);
            }
            if passed.contains(&id) && self.refused(state).is_none() && is_same(state) {
                holding.extend(&method.tests);
            }
        }
        Ok((holding, hanging))
    }

    /// Runs tests under the agent. Returns those that pass, and the states that their methods meet. `None` if there are no
    /// tests, or no agent, without which states cannot be compared.
    fn observed_on_trial(
        &mut self,
        suite: &Suite,
        tests: &[(TestId, &TestMethod)],
    ) -> Option<(BTreeSet<TestId>, BTreeMap<TestId, Observed>)> {
        if tests.is_empty() {
            return None;
        }
        let run = self.run_recorded(suite, tests).ok()?;
        let passed = run.reports.iter().filter(|report| report.passed()).map(|report| report.test.clone());
        Some((passed.collect(), self.writer.observe(&suite.sources, &run)))
    }

    /// Compiles tests of which some may not be accepted, which is not their fault.
    fn compile_on_trial(&mut self, tests: Vec<TestNumber>) -> Result<Suite, R::Error> {
        let dropped = self.result.dropped.len();
        let suite = self.compile(tests);
        self.result.dropped.truncate(dropped);
        suite
    }

    /// Returns the tests that do not hold as the longer ones did: in another order, elsewhere, without the body of their
    /// method, or by what they reach.
    fn failing(&mut self, suite: &Suite) -> Result<Numbers, R::Error> {
        let mut faults = self.faults_again(suite)?;
        let noticed = notice::noticing(self.runner, self.writer, suite)?;
        let methods: Vec<(TestId, &TestMethod)> = suite.methods().collect();
        if let Some((_, states)) = self.observed_on_trial(suite, &methods) {
            let refused = states.iter().filter_map(|(id, state)| Some((id.clone(), self.refused(state)?)));
            faults.extend(refused.collect::<Vec<_>>());
        }
        let failing = methods.iter().filter(|(id, _)| faults.contains_key(id) || noticed.blind.contains(id));
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
