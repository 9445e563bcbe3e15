//! Tests that differ in values alone, as one test with parameters.
//!
//! Each of them was verified by itself before. The joined test is run as all tests are, and taken apart again if it
//! fails: no test is lost by joining.

use std::collections::BTreeSet;

use crate::runner::{Isolation, Run, Runner};
use crate::runs::{by_class, shuffle};
use crate::source::TestNumber;
use crate::verification::{Faults, Stage, Suite, Verification};

impl<R: Runner> Verification<'_, R> {
    /// Returns the suite with tests joined that can be; the suite itself if there are none.
    pub fn joined(&mut self, suite: Suite) -> Result<Suite, R::Error> {
        let tests = suite.tests();
        let mut apart: BTreeSet<TestNumber> = BTreeSet::new();
        loop {
            let Some(written) = self.writer.write_joined(&tests, &apart) else { return Ok(suite) };
            (self.progress)(Stage::Joining);
            let Some(joined) = self.compile_all(written.sources)? else { return Ok(suite) };
            let failed = self.faults_again(&joined)?;
            if failed.is_empty() {
                return Ok(joined);
            }
            let before = apart.len();
            for (id, method) in joined.methods().filter(|(_, method)| method.tests.len() > 1) {
                if failed.contains_key(&id) {
                    apart.extend(&method.tests);
                }
            }
            if apart.len() == before {
                return Ok(suite);
            }
        }
    }

    /// Returns the faults of tests that were written anew, alone, in another order and elsewhere.
    pub fn faults_again(&mut self, suite: &Suite) -> Result<Faults, R::Error> {
        let mut runs: Vec<Run> = by_class(suite, Isolation::LoaderPerTest);
        runs.extend([0, 1].map(|round| shuffle(suite, round)));
        let mut failed = self.faults(suite, &runs)?;
        failed.extend(self.faults_elsewhere(suite)?);
        Ok(failed)
    }
}
