//! Runs in other environments, and which part of an environment a test depends on.
//!
//! All tests are run in environments that differ in many parts at once. Only those that fail are run again, with one part
//! changed at a time, so that the refusal names the cause.
//!
//! An assertion that fails elsewhere is removed where others are left: the call may do more than what depends on the
//! environment. What is left must still notice a missing body.

use std::collections::{BTreeMap, BTreeSet};

use reenact_wire::driver::{TestId, TestReport};

use crate::environment::{Difference, Environment, Part};
use crate::fault::{Fault, FaultKind, When};
use crate::runner::{Isolation, Runner};
use crate::source::{TestMethod, TestNumber, TestSource};
use crate::verification::{Faults, Stage, Suite, Verification};

/// How many assertions a test may lose in one environment.
const MOST_REMOVED: usize = 8;

/// The tests that failed in an environment, with the line of the test that failed, if it is known.
type Failed = BTreeMap<TestId, (Fault, Option<usize>)>;

impl<R: Runner> Verification<'_, R> {
    /// Returns the suite without the tests that depend on their environment.
    pub fn elsewhere(&mut self, mut suite: Suite) -> Result<Suite, R::Error> {
        for environment in &Environment::ALL {
            if suite.sources.is_empty() {
                break;
            }
            (self.progress)(Stage::Elsewhere { tests: suite.len(), environment: environment.name });
            suite = self.in_environment(environment, suite)?;
            self.result.counts.environments += 1;
        }
        Ok(suite)
    }

    fn in_environment(&mut self, environment: &Environment, mut suite: Suite) -> Result<Suite, R::Error> {
        let mut wanted = suite.ids();
        let mut causes: BTreeMap<TestNumber, Difference> = BTreeMap::new();
        for round in 0..=MOST_REMOVED {
            let failed = self.failed_in(environment, &suite, wanted)?;
            if failed.is_empty() {
                break;
            }
            self.name_causes(environment, &suite, &failed, &mut causes)?;
            let (mut kept, mut changed) = (Vec::new(), BTreeSet::<TestNumber>::new());
            for (id, method) in suite.methods() {
                let Some((fault, line)) = failed.get(&id) else {
                    kept.extend(&method.tests);
                    continue;
                };
                let cause = method.tests.first().and_then(|test| causes.get(test)).copied();
                let fault = fault.clone().in_run(When::Elsewhere(cause.unwrap_or(environment.whole())));
                // Without a cause it may fail by chance, and any other assertion then as well.
                let may_reduce = cause.is_some() && round < MOST_REMOVED;
                match may_reduce && self.reduce(&suite, &id, method, *line) {
                    true => {
                        kept.extend(&method.tests);
                        changed.extend(&method.tests);
                        for &test in &method.tests {
                            self.result.reduced.entry(test).or_insert_with(|| fault.clone());
                        }
                    }
                    false => self.drop_all(method, &fault),
                }
            }
            suite = self.compile(kept)?;
            // The others have passed in this environment.
            let again =
                suite.methods().filter(|(_, method)| method.tests.iter().any(|test| changed.contains(test)));
            wanted = again.map(|(id, _)| id).collect();
            if wanted.is_empty() {
                break;
            }
        }
        Ok(suite)
    }

    /// Removes the assertion at a line of a test. Whether that is possible.
    fn reduce(&mut self, suite: &Suite, id: &TestId, method: &TestMethod, line: Option<usize>) -> bool {
        let (Some(line), Some(source), [test]) = (line, suite.source(id), &*method.tests) else {
            return false;
        };
        self.writer.remove_assertion(*test, source, line)
    }

    fn failed_in(
        &mut self,
        environment: &Environment,
        suite: &Suite,
        tests: Vec<TestId>,
    ) -> Result<Failed, R::Error> {
        let reports = self.runner.run_in(environment, &suite.run(tests, Isolation::LoaderPerRun))?;
        let failed = reports.iter().filter(|report| !report.passed()).map(|report| {
            let source = suite.source(&report.test);
            let fault = Fault::of(report, source);
            let is_failure = matches!(fault.kind, FaultKind::Fails { .. });
            let line = source.filter(|_| is_failure).and_then(|source| failed_line(report, source));
            (report.test.clone(), (fault, line))
        });
        Ok(failed.collect())
    }

    /// Runs tests that failed in an environment with one part of it changed at a time, and notes the first part with which
    /// they fail.
    fn name_causes(
        &mut self,
        environment: &Environment,
        suite: &Suite,
        failed: &Failed,
        causes: &mut BTreeMap<TestNumber, Difference>,
    ) -> Result<(), R::Error> {
        for part in Part::ALL {
            let Some((only, difference)) = environment.only(part) else { continue };
            let is_open = |(id, method): &(TestId, &TestMethod)| {
                failed.contains_key(id) && method.tests.iter().any(|test| !causes.contains_key(test))
            };
            let open: Vec<TestId> = suite.methods().filter(is_open).map(|(id, _)| id).collect();
            if open.is_empty() {
                break;
            }
            let failed = self.failed_in(&only, suite, open)?;
            for (_, method) in suite.methods().filter(|(id, _)| failed.contains_key(id)) {
                causes.extend(method.tests.iter().map(|&test| (test, difference)));
            }
        }
        Ok(())
    }

    /// Returns the suite without tests that lost assertions and no longer notice that their method has no body.
    pub fn without_hollow(&mut self, suite: Suite, noticing: &BTreeSet<TestId>) -> Result<Suite, R::Error> {
        let mut kept = Vec::new();
        let mut is_changed = false;
        for (id, method) in suite.methods() {
            let fault = method.tests.first().and_then(|test| self.result.reduced.get(test)).cloned();
            match fault.filter(|_| !noticing.contains(&id)) {
                Some(fault) => {
                    is_changed = true;
                    self.drop_all(method, &fault);
                }
                None => kept.extend(&method.tests),
            }
        }
        if is_changed { self.compile(kept) } else { Ok(suite) }
    }

    /// Returns the faults of tests in all environments, with no cause named.
    pub fn faults_elsewhere(&mut self, suite: &Suite) -> Result<Faults, R::Error> {
        let mut faults = Faults::new();
        for environment in &Environment::ALL {
            let failed = self.failed_in(environment, suite, suite.ids())?;
            faults.extend(failed.into_iter().map(|(id, (fault, _))| (id, fault)));
        }
        Ok(faults)
    }
}

/// Returns the line of the test method at which an exception passed it.
fn failed_line(report: &TestReport, source: &TestSource) -> Option<usize> {
    let file = source.path.rsplit('/').next()?;
    let (_, method) = source.ids().find(|(id, _)| *id == report.test)?;
    let frames = report.failure()?.trace.lines().filter_map(|line| line.trim_start().strip_prefix("at "));
    let mut lines = frames.filter_map(|frame| {
        let (of, number) = frame.rsplit_once('(')?.1.strip_suffix(')')?.split_once(':')?;
        if of == file { number.parse::<usize>().ok() } else { None }
    });
    lines.find(|line| method.lines.contains(line))
}
