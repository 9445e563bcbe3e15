//! Tests that differ in values alone, as one test with parameters.
//!
//! Each of them has been verified by itself before. What they are joined to is run as all tests are, and taken
//! apart again if it does not hold: a row that fails in company costs nobody its test.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use reenact_generate::{Test, TestClass};
use reenact_jvm::driver::{DriverOptions, Isolation, TestId, TestRun};

use super::Error;
use super::crew::Crew;
use super::draft::Fault;
use super::verify::{Suite, Verification, by_class, failures, shuffle, surroundings};

impl Verification<'_, '_> {
    /// The suite with tests joined that read better so; the suite itself if there are none.
    pub(super) fn joined(
        &mut self,
        crew: &mut Crew,
        suite: Suite,
        jvm: &DriverOptions,
        scratch: &Path,
    ) -> Result<Suite, Error> {
        let mut apart: BTreeSet<u64> = BTreeSet::new();
        loop {
            let tests: Vec<Test> = placed(&suite.classes).flat_map(|(_, tests)| tests.to_vec()).collect();
            let classes = self.drafts.joined_classes(tests, &apart);
            if !placed(&classes).any(|(_, tests)| tests.len() > 1) {
                return Ok(suite);
            }
            self.progress.step("running tests with parameters");
            let Some(joined) = self.compiled(crew, classes, scratch)? else { return Ok(suite) };
            let failed = self.failures_of(crew, &joined, jvm)?;
            if failed.is_empty() {
                return Ok(joined);
            }
            let before = apart.len();
            for (test, rows) in placed(&joined.classes).filter(|(_, tests)| tests.len() > 1) {
                if failed.contains_key(&test) {
                    apart.extend(rows.iter().map(|row| row.invocation));
                }
            }
            if apart.len() == before {
                return Ok(suite);
            }
        }
    }

    fn failures_of(
        &self,
        crew: &mut Crew,
        suite: &Suite,
        jvm: &DriverOptions,
    ) -> Result<BTreeMap<TestId, Fault>, Error> {
        let mut runs: Vec<TestRun> = by_class(suite, Isolation::LoaderPerTest);
        runs.extend([0, 1].map(|round| shuffle(suite, round)));
        let mut failed = failures(&crew.run(&runs)?);
        for (_, vm_options, environment) in surroundings(self.subject.jdk.version.feature) {
            let mut other = Crew::start(&DriverOptions { vm_options, environment, ..jvm.clone() }, 1)?;
            failed.extend(failures(&other.run(&[suite.run(suite.ids(), Isolation::LoaderPerRun)])?));
            other.quit()?;
        }
        Ok(failed)
    }
}

/// Test methods with the tests that they are made of.
fn placed(classes: &[TestClass]) -> impl Iterator<Item = (TestId, &[Test])> {
    classes.iter().flat_map(|class| {
        class.tests.iter().map(|placed| (TestId::new(&class.name, &placed.method), placed.tests.as_slice()))
    })
}
