//! What a test was chosen for.
//!
//! A test that gets shorter has to find the faults that were counted for it when it was [chosen](crate::choose), and to run the blocks of
//! its method that it ran then. That shows better than a comparison of states which set-up it needs: a method could
//! read far more than it does read in this call.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use reenact_wire::driver::TestId;

use crate::kills::{At, Chosen, Finder, Trials, ends_jvm};
use crate::runner::{ClassFile, Isolation, Run, Runner};
use crate::source::{InstrumentedClasses, TestMethod, TestNumber};
use crate::verification::{Suite, Verification};

type Numbers = BTreeSet<TestNumber>;

/// The merits of tests, and the classes that show them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Merits {
    classes: Arc<[ClassFile]>,
    /// By test. Of one with parameters it is not known which of its cases has which.
    tests: BTreeMap<TestNumber, Merit>,
}

/// The numbers of the faults that a test finds, and of the blocks of its own method that it runs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Merit {
    faults: BTreeSet<u32>,
    blocks: BTreeSet<u32>,
}

impl Merit {
    /// Whether a test that runs this code may have it: a fault is not found where it is not reached.
    fn may_be_in(&self, covered: &BTreeSet<u32>) -> bool {
        self.blocks.is_subset(covered) && self.faults.is_subset(covered)
    }
}

impl Merits {
    /// Collects the merits of tests whose code is known.
    pub fn new(
        suite: &Suite,
        counted: &Chosen,
        covered: &BTreeMap<TestId, BTreeSet<u32>>,
        instrumented: &InstrumentedClasses,
        classes: Arc<[ClassFile]>,
    ) -> Self {
        let mut tests = BTreeMap::new();
        for (id, method) in suite.methods() {
            let (Some(covered), [test]) = (covered.get(&id), method.tests.as_slice()) else { continue };
            let own = instrumented.blocks.get(&method.target).cloned().unwrap_or_default();
            let merit = Merit {
                faults: counted.get(&id).cloned().unwrap_or_default(),
                blocks: covered.range(own).copied().collect(),
            };
            tests.insert(*test, merit);
        }
        Merits { classes, tests }
    }

    /// Whether the merit of a test is known.
    pub fn has(&self, method: &TestMethod) -> bool {
        matches!(method.tests.as_slice(), [test] if self.tests.contains_key(test))
    }
}

impl<R: Runner> Verification<'_, R> {
    /// Returns those of the tests with a known merit that pass and still have it, and those that do not end or end their JVM.
    ///
    /// They run with the instrumented classes alone, in JVMs that are there: a JVM with the agent would be started for each call.
    pub fn deserving(&mut self, suite: &Suite) -> Result<(Numbers, Numbers), R::Error> {
        let is_known = |(_, method): &(TestId, &TestMethod)| self.merits.has(method);
        let asked: BTreeMap<TestId, &TestMethod> = suite.methods().filter(is_known).collect();
        if asked.is_empty() {
            return Ok(Default::default());
        }
        let classes = self.merits.classes.clone();
        let run = Run {
            replaced: classes.clone(),
            ..suite.run(asked.keys().cloned().collect(), Isolation::LoaderPerRun)
        };
        let mut hanging = Numbers::new();
        let mut finders: Vec<(Finder<'_>, TestNumber)> = Vec::new();
        for report in self.runner.run(&[run])?.iter().flatten() {
            let Some(method) = asked.get(&report.test) else { continue };
            let [test] = *method.tests.as_slice() else { continue };
            if ends_jvm(report) {
                hanging.insert(test);
            }
            let covered = report.invocations.iter().flat_map(|invocation| invocation.covered.iter().copied());
            let covered: BTreeSet<u32> = covered.collect();
            let merit = &self.merits.tests[&test];
            if report.passed() && merit.may_be_in(&covered) {
                let reached = merit.faults.clone();
                let finder = Finder { id: report.test.clone(), target: &method.target, lines: 0, reached };
                finders.push((finder, test));
            }
        }
        let (finders, tests): (Vec<Finder<'_>>, Vec<TestNumber>) = finders.into_iter().unzip();
        let mut next: Vec<(At, u32)> = Vec::new();
        for (at, finder) in finders.iter().enumerate() {
            next.extend(finder.reached.iter().map(|fault| (at, *fault)));
        }
        let mut trials = Trials::default();
        if !next.is_empty() {
            self.try_all(suite, &finders, &classes, &mut trials, next)?;
        }
        let is_found =
            |at: At, fault: &u32| trials.found_by.get(fault).is_some_and(|found| found.contains(&at));
        let kept = finders
            .iter()
            .enumerate()
            .filter(|(at, finder)| finder.reached.iter().all(|fault| is_found(*at, fault)));
        Ok((kept.map(|(at, _)| tests[at]).collect(), hanging))
    }
}

#[cfg(test)]
mod tests;
