//! The steps of verification. Each drops the tests that do not pass it, with the reason, and keeps the others.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use reenact_heap::isomorphism::Grade;
use reenact_wire::driver::{Outcome, TestId};

use crate::fault::{Fault, FaultKind, When, called_by};
use crate::merit::Merits;
use crate::notice;
use crate::reach::{Attempt, Reach};
use crate::runner::{CompiledClasses, Isolation, RecordedRun, Run, Runner};
use crate::runs::{by_class, shuffle};
use crate::source::{Differing, Rewrite, TestMethod, TestNumber, TestSource, TestWriter};
use crate::state::Observed;

/// How often a test may be rewritten because its method met another state than the recorded one.
pub const REWRITES: usize = 3;

/// Runs that are done at the same time: as many as a runner is expected to have JVMs.
const RUNS_AT_ONCE: usize = 2;

/// The settings of a verification.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// How often the tests are run in another order.
    pub shuffles: usize,
    /// Kinds of things outside of themselves that tests may reach.
    pub allow: BTreeSet<Reach>,
    /// Whether tests that differ in values alone are joined to one with parameters.
    pub join: bool,
    /// Whether only tests are delivered that find faults which no other one finds.
    pub choose: bool,
    /// Test methods of one class that are delivered at most, if they are chosen.
    pub per_class: usize,
}

/// The result of a verification.
#[derive(Clone, Default, Debug)]
pub struct Verified {
    /// The classes of the tests that hold.
    pub sources: Vec<TestSource>,
    pub counts: Counts,
    /// Tests that are the same as another one, which is kept for them.
    pub repeats: Vec<TestNumber>,
    /// Tests that hold and are not in the sources, because they add nothing to the others.
    pub redundant: Vec<TestNumber>,
    /// Tests that hold and are not in the sources, because their class has enough others.
    pub beyond_limit: Vec<TestNumber>,
    /// Tests that do not hold, in the order in which that was found.
    pub dropped: Vec<Dropped>,
    /// Attempts to reach something outside of the tests, allowed or not.
    pub reached: Vec<(TestNumber, Attempt)>,
    /// The last comparison of each test that compiled, kept or not.
    pub grades: BTreeMap<TestNumber, Grade>,
    /// Why states were not compared, if they were not.
    pub not_compared: Option<String>,
    /// Blocks of the recorded code that the tests in the sources run, by number.
    pub covered: BTreeSet<u32>,
    /// Tests that lost assertions which do not hold in other environments, with the fault that they would have.
    pub reduced: BTreeMap<TestNumber, Fault>,
}

/// How many tests passed which step.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    pub compiled: usize,
    /// Those that passed when first run alone.
    pub passed: usize,
    pub kept: usize,
    /// Those in the sources: kept ones that add something.
    pub delivered: usize,
    /// Kept tests that fail when the body of their method is removed; none if that was not tried.
    pub noticing: Option<usize>,
    /// Faults that were planted and that kept tests reach, and those of them that delivered tests find.
    pub faults_reached: usize,
    pub faults_found: usize,
    /// Those that were not tried: tests did not end with others of their methods. If it is all of them, tests were chosen by the
    /// code that they run.
    pub faults_untried: usize,
    pub environments: usize,
    /// Kept tests by the state that their method met, compared with the recorded one.
    pub exact: usize,
    pub sufficient: usize,
    pub different: usize,
    pub not_compared: usize,
}

/// A test that was dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    pub test: TestNumber,
    pub fault: Fault,
}

/// A step that begins, for progress reports. The number is that of the tests in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Compiling(usize),
    Comparing(usize),
    Alone(usize),
    Shuffling { tests: usize, round: u64 },
    Elsewhere { tests: usize, environment: &'static str },
    Gutting(usize),
    Joining,
    Choosing(usize),
    Mutating { tests: usize, faults: usize },
    Shortening { tests: usize, round: usize },
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Compiling(tests) => write!(f, "compiling {tests} tests"),
            Stage::Comparing(tests) => write!(f, "comparing states of {tests} tests with the recording"),
            Stage::Alone(tests) => write!(f, "running {tests} tests alone"),
            Stage::Shuffling { tests, round } => write!(f, "running {tests} tests, shuffle {round}"),
            Stage::Elsewhere { tests, environment } => write!(f, "running {tests} tests with {environment}"),
            Stage::Gutting(tests) => write!(f, "running {tests} tests without the bodies of their methods"),
            Stage::Joining => f.write_str("running tests with parameters"),
            Stage::Choosing(tests) => write!(f, "choosing from {tests} tests by the code that they run"),
            Stage::Mutating { tests, faults } => {
                write!(f, "choosing from {tests} tests by the faults that they find, {faults} left")
            }
            Stage::Shortening { tests, round } => {
                write!(f, "leaving out calls that {tests} tests do not need, round {round}")
            }
        }
    }
}

/// Verifies tests, and returns the classes of those that hold and why the others do not.
pub fn verify<R: Runner>(
    runner: &mut R,
    writer: &mut dyn TestWriter,
    tests: &[TestNumber],
    options: &Options,
    progress: &dyn Fn(Stage),
) -> Result<Verified, R::Error> {
    let verification = Verification {
        runner,
        writer,
        options,
        progress,
        result: Verified::default(),
        merits: Merits::default(),
    };
    verification.run(tests)
}

/// The tests that are left, in their classes, compiled.
#[derive(Clone, Default, Debug)]
pub(crate) struct Suite {
    pub sources: Vec<TestSource>,
    pub classes: CompiledClasses,
}

impl Suite {
    pub fn methods(&self) -> impl Iterator<Item = (TestId, &TestMethod)> {
        self.sources.iter().flat_map(TestSource::ids)
    }

    pub fn ids(&self) -> Vec<TestId> {
        self.methods().map(|(id, _)| id).collect()
    }

    pub fn tests(&self) -> Vec<TestNumber> {
        self.methods().flat_map(|(_, method)| method.tests.iter().copied()).collect()
    }

    pub fn len(&self) -> usize {
        self.methods().map(|(_, method)| method.tests.len()).sum()
    }

    pub fn run(&self, tests: Vec<TestId>, isolation: Isolation) -> Run {
        Run { classes: self.classes, tests, mutants: Vec::new(), isolation, replaced: Arc::default() }
    }

    /// Returns the test methods with the number of their lines, those of methods that they call included.
    pub fn lengths(&self) -> impl Iterator<Item = (TestId, &TestMethod, usize)> {
        self.sources.iter().flat_map(|source| {
            source.ids().enumerate().map(move |(at, (id, method))| {
                let helpers = source.helpers.iter().filter(|(_, callers)| callers.contains(&at));
                let lines = method.lines.len() + helpers.map(|(lines, _)| lines.len()).sum::<usize>();
                (id, method, lines)
            })
        })
    }

    /// Returns the source that a test is in.
    pub fn source(&self, test: &TestId) -> Option<&TestSource> {
        self.sources.iter().find(|source| source.name == test.class)
    }
}

/// The methods out of which exceptions came, by test: those that the test itself called.
type Throwers = BTreeMap<TestId, String>;

/// Faults by test method.
pub(crate) type Faults = BTreeMap<TestId, Fault>;

pub(crate) struct Verification<'a, R> {
    pub runner: &'a mut R,
    pub writer: &'a mut dyn TestWriter,
    pub options: &'a Options,
    pub progress: &'a dyn Fn(Stage),
    pub result: Verified,
    /// The merits that tests were chosen for, as far as they are known.
    pub merits: Merits,
}

impl<R: Runner> Verification<'_, R> {
    fn run(mut self, tests: &[TestNumber]) -> Result<Verified, R::Error> {
        if tests.is_empty() {
            return Ok(self.result);
        }
        (self.progress)(Stage::Compiling(tests.len()));
        let tests = self.distinct(tests);
        let suite = self.compile(tests)?;
        self.result.counts.compiled = suite.len();
        let suite = self.settle(suite)?;
        let suite = self.alone(suite)?;
        let suite = self.shuffled(suite)?;
        let mut suite = self.elsewhere(suite)?;

        (self.progress)(Stage::Gutting(suite.len()));
        let noticed = notice::noticing(self.runner, self.writer, &suite)?;
        self.result.counts.noticing = Some(noticed.noticing.len());
        suite = self.without_hollow(suite, &noticed)?;

        suite = self.observed(suite)?;
        self.result.counts.kept = suite.len();
        if self.options.join {
            suite = self.joined(suite)?;
        }
        if self.options.choose {
            suite = self.chosen(suite)?;
        }
        suite = self.shortened(suite)?;
        self.covered(&suite)?;
        self.result.counts.delivered = suite.len();
        self.result.sources = suite.sources;
        Ok(self.result)
    }

    /// Returns the tests without those that are written the same as another: their cases differ in what the method does
    /// not look at.
    fn distinct(&mut self, tests: &[TestNumber]) -> Vec<TestNumber> {
        let written = self.writer.write(tests);
        let refused: BTreeSet<TestNumber> = written.refused.iter().map(|(test, _)| *test).collect();
        let methods = written.sources.iter().flat_map(|source| &source.tests);
        let placed: BTreeSet<TestNumber> = methods.flat_map(|method| method.tests.iter().copied()).collect();
        let is_repeat = |test: &&TestNumber| !placed.contains(test) && !refused.contains(test);
        self.result.repeats = tests.iter().filter(is_repeat).copied().collect();
        let dropped = written.refused.into_iter().map(|(test, fault)| Dropped { test, fault });
        self.result.dropped.extend(dropped);
        placed.into_iter().collect()
    }

    /// Runs the tests under the agent. A test can pass and still be about another state than the recorded one: then it is
    /// rewritten, and dropped if it cannot be written in another way, since it is about a call that was never made.
    ///
    /// Later rounds run only the tests that were rewritten, unless others were dropped by which classes may have been
    /// initialised.
    fn settle(&mut self, mut suite: Suite) -> Result<Suite, R::Error> {
        let mut unsettled: BTreeSet<TestNumber> = suite.tests().into_iter().collect();
        for round in 0..=REWRITES {
            let Some((states, throwers)) = self.states(&suite, &unsettled) else { return Ok(suite) };
            let may_retry = round < REWRITES;
            let mut kept: Vec<TestNumber> = Vec::new();
            let mut rewritten: BTreeSet<TestNumber> = BTreeSet::new();
            let mut differing: Vec<(TestNumber, &Observed)> = Vec::new();
            let mut is_dropped = false;
            for (id, method) in suite.methods() {
                let state = states.get(&id);
                // A test that hangs takes its time limit in every run: it is not run again.
                if let Some(fault) = state.and_then(|state| self.refused(state)) {
                    self.report_attempts(method, state);
                    self.drop_all(method, &fault);
                    is_dropped = true;
                    continue;
                }
                // A call that arranges the test threw: it is the wrong one, or made with the wrong object.
                if let (Some(thrower), [test]) = (throwers.get(&id), method.tests.as_slice())
                    && may_retry
                    && self.writer.rewrite_without(*test, thrower)
                {
                    rewritten.insert(*test);
                    kept.push(*test);
                    continue;
                }
                match state.filter(|state| state.grade == Grade::Different) {
                    Some(state) => differing.extend(method.tests.iter().map(|&test| (test, state))),
                    None => kept.extend(&method.tests),
                }
            }
            let asked =
                differing.iter().map(|&(test, state)| Differing { test, holders: &state.holders, may_retry });
            let answers = self.writer.rewrite(&asked.collect::<Vec<_>>());
            for ((test, state), answer) in differing.into_iter().zip(answers) {
                match answer {
                    Rewrite::Keep => kept.push(test),
                    Rewrite::Rewritten => {
                        rewritten.insert(test);
                        kept.push(test);
                    }
                    Rewrite::Refused { class, is_replayed } => {
                        let kind = FaultKind::StateDiffers { class, is_replayed };
                        let fault = Fault::new(kind, &state.difference);
                        self.result.dropped.push(Dropped { test, fault });
                    }
                }
            }
            kept.sort_unstable();
            unsettled = if is_dropped { kept.iter().copied().collect() } else { rewritten };
            suite = self.compile(kept)?;
            if unsettled.is_empty() {
                break;
            }
        }
        Ok(suite)
    }

    fn alone(&mut self, mut suite: Suite) -> Result<Suite, R::Error> {
        (self.progress)(Stage::Alone(suite.len()));
        let mut faults = self.faults(&suite, &by_class(&suite, Isolation::LoaderPerTest))?;
        if let Some(again) = self.with_other_expectations(&suite, &faults)? {
            suite = again;
            faults = self.faults(&suite, &by_class(&suite, Isolation::LoaderPerTest))?;
        }
        self.result.counts.passed = suite.len() - faults.len();
        self.without(suite, &faults, When::Alone)
    }

    fn shuffled(&mut self, mut suite: Suite) -> Result<Suite, R::Error> {
        let rounds: Vec<u64> = (0..=self.options.shuffles as u64).collect();
        for rounds in rounds.chunks(RUNS_AT_ONCE) {
            (self.progress)(Stage::Shuffling { tests: suite.len(), round: rounds[0] });
            let runs: Vec<Run> = rounds.iter().map(|&round| shuffle(&suite, round)).collect();
            let faults = self.faults(&suite, &runs)?;
            suite = self.without(suite, &faults, When::Shuffled)?;
        }
        Ok(suite)
    }

    /// Compares states once more: expected objects may be made in another way meanwhile, by calls that were not made
    /// before.
    fn observed(&mut self, suite: Suite) -> Result<Suite, R::Error> {
        let tests = suite.tests().into_iter().collect();
        let Some((mut states, _)) = self.states(&suite, &tests) else { return Ok(suite) };
        let mut refused = Faults::new();
        for (id, method) in suite.methods() {
            self.report_attempts(method, states.get(&id));
            refused.extend(states.get(&id).and_then(|state| self.refused(state)).map(|fault| (id, fault)));
        }
        states.retain(|test, _| !refused.contains_key(test));
        let counts = &mut self.result.counts;
        for state in states.values() {
            *match state.grade {
                Grade::Exact => &mut counts.exact,
                Grade::Sufficient => &mut counts.sufficient,
                Grade::Different => &mut counts.different,
                Grade::Undecided => &mut counts.not_compared,
            } += 1;
        }
        self.without(suite, &refused, When::Alone)
    }

    /// Returns why a test that ran under the agent is not to run again.
    pub fn refused(&self, state: &Observed) -> Option<Fault> {
        if let Some((Outcome::Exited(_), place)) = &state.fatal {
            return Some(Fault::new(FaultKind::Exits, place));
        }
        let is_refused = |attempt: &&Attempt| !self.options.allow.contains(&attempt.reach);
        if let Some(attempt) = state.attempts.iter().find(is_refused) {
            return Some(Fault::new(FaultKind::Reaches(attempt.reach), &attempt.to_string()));
        }
        let (outcome, place) = state.fatal.as_ref()?;
        Some(Fault::new(FaultKind::of(*outcome), place))
    }

    fn report_attempts(&mut self, method: &TestMethod, state: Option<&Observed>) {
        let Some(&test) = method.tests.first() else { return };
        let attempts = state.into_iter().flat_map(|state| &state.attempts);
        self.result.reached.extend(attempts.map(|attempt| (test, attempt.clone())));
    }

    /// Returns the suite with other expectations in tests that failed: their method met the recorded state, so it may be
    /// the expected object that was made wrongly. `None` if there is nothing to try.
    fn with_other_expectations(&mut self, suite: &Suite, faults: &Faults) -> Result<Option<Suite>, R::Error> {
        let failed = suite.methods().filter(|(id, _)| faults.contains_key(id));
        let failed: Vec<TestNumber> = failed.flat_map(|(_, method)| method.tests.iter().copied()).collect();
        match failed.is_empty() || !self.writer.rewrite_expectations(&failed).contains(&true) {
            true => Ok(None),
            false => self.compile(suite.tests()).map(Some),
        }
    }

    /// Returns the states that the methods of some tests meet. `None` if they cannot be run under the agent, which is
    /// noted.
    fn states(
        &mut self,
        suite: &Suite,
        tests: &BTreeSet<TestNumber>,
    ) -> Option<(BTreeMap<TestId, Observed>, Throwers)> {
        let is_asked =
            |(_, method): &(TestId, &TestMethod)| method.tests.iter().any(|test| tests.contains(test));
        let asked: Vec<(TestId, &TestMethod)> = suite.methods().filter(is_asked).collect();
        if asked.is_empty() {
            return Some(Default::default());
        }
        (self.progress)(Stage::Comparing(asked.len()));
        let run = match self.run_recorded(suite, &asked) {
            Ok(run) => run,
            Err(error) => {
                self.result.not_compared = Some(error.to_string());
                self.result.counts.not_compared = suite.len();
                return None;
            }
        };
        let states = self.writer.observe(&suite.sources, &run);
        for (id, method) in asked {
            let grade = states.get(&id).map_or(Grade::Undecided, |state| state.grade);
            self.result.grades.extend(method.tests.iter().map(|&test| (test, grade)));
        }
        let throwers = run.reports.iter().filter_map(|report| {
            let trace = &report.failure()?.trace;
            Some((report.test.clone(), called_by(trace, &report.test.class)?))
        });
        Some((states, throwers.collect()))
    }

    /// Runs tests of a suite under the agent.
    pub fn run_recorded(
        &mut self,
        suite: &Suite,
        tests: &[(TestId, &TestMethod)],
    ) -> Result<RecordedRun, R::Error> {
        let (ids, methods): (Vec<TestId>, Vec<String>) =
            tests.iter().map(|(id, method)| (id.clone(), method.target.pattern())).unzip();
        self.runner.run_recorded(&suite.run(ids, Isolation::LoaderPerRun), &methods)
    }

    /// Returns the faults of tests that fail in any of some runs.
    pub fn faults(&mut self, suite: &Suite, runs: &[Run]) -> Result<Faults, R::Error> {
        let reports = self.runner.run(runs)?;
        let failed = reports.iter().flatten().filter(|report| !report.passed());
        Ok(failed
            .map(|report| (report.test.clone(), Fault::of(report, suite.source(&report.test))))
            .collect())
    }

    /// Returns the suite without the tests that failed. It is compiled again: names follow from the tests that are there.
    pub fn without(&mut self, suite: Suite, faults: &Faults, when: When) -> Result<Suite, R::Error> {
        if faults.is_empty() {
            return Ok(suite);
        }
        let mut kept = Vec::new();
        for (id, method) in suite.methods() {
            match faults.get(&id) {
                Some(fault) => self.drop_all(method, &fault.clone().in_run(when)),
                None => kept.extend(&method.tests),
            }
        }
        self.compile(kept)
    }

    pub fn drop_all(&mut self, method: &TestMethod, fault: &Fault) {
        let dropped = method.tests.iter().map(|&test| Dropped { test, fault: fault.clone() });
        self.result.dropped.extend(dropped);
    }
}
