//! Tests that add something.
//!
//! Of the tests of one method, those are chosen that run code which no other chosen one runs. Tests of other methods
//! do not count: each method that was recorded keeps a test that says what it does.

use std::collections::{BTreeMap, BTreeSet};

use reenact_wire::driver::TestId;

use crate::runner::{Isolation, Run, Runner};
use crate::source::{Target, TestMethod, TestNumber};
use crate::verification::{Stage, Suite, Verification};

/// A test may be so many lines longer than the shortest and still be preferred for what it says.
const LONGER: usize = 4;

impl<R: Runner> Verification<'_, R> {
    /// Returns the suite without tests that add nothing. They are noted.
    pub fn chosen(&mut self, suite: Suite) -> Result<Suite, R::Error> {
        if suite.methods().count() < 2 {
            return Ok(suite);
        }
        (self.progress)(Stage::Choosing(suite.len()));
        let replaced = self.writer.instrumented();
        if replaced.is_empty() {
            return Ok(suite);
        }
        let run = Run { replaced, ..suite.run(suite.ids(), Isolation::LoaderPerRun) };
        let reports = self.runner.run(&[run])?;
        let mut blocks: BTreeMap<TestId, BTreeSet<u32>> = BTreeMap::new();
        for report in reports.iter().flatten() {
            // Code may tell that it is instrumented. Then nothing is known of the test, and it stays.
            if report.passed() {
                let covered = report.invocations.iter().flat_map(|invocation| invocation.covered.iter());
                blocks.insert(report.test.clone(), covered.copied().collect());
            }
        }
        let redundant = redundant(&suite, &blocks);
        if redundant.is_empty() {
            return Ok(suite);
        }
        let kept: Vec<TestNumber> =
            suite.tests().into_iter().filter(|test| !redundant.contains(test)).collect();
        self.result.redundant.extend(redundant);
        let suite = self.compile(kept)?;
        if self.options.join { self.joined(suite) } else { Ok(suite) }
    }
}

/// Returns the tests that add nothing to the others of their method.
fn redundant(suite: &Suite, blocks: &BTreeMap<TestId, BTreeSet<u32>>) -> BTreeSet<TestNumber> {
    let mut by_target: BTreeMap<&Target, Vec<(&TestMethod, &BTreeSet<u32>)>> = BTreeMap::new();
    for (id, method) in suite.methods() {
        if let Some(blocks) = blocks.get(&id) {
            by_target.entry(&method.target).or_default().push((method, blocks));
        }
    }
    let mut redundant = BTreeSet::new();
    for mut left in by_target.into_values() {
        let shortest = left.iter().map(|(method, _)| method.lines.len()).min().unwrap_or(0);
        let mut covered: BTreeSet<u32> = BTreeSet::new();
        let mut is_first = true;
        while !left.is_empty() {
            let adds = |blocks: &BTreeSet<u32>| blocks.difference(&covered).count();
            // The test that adds most; of those the one with parameters, then one that says much in few lines.
            let best = (0..left.len()).max_by_key(|&at| {
                let (method, blocks) = left[at];
                let lines = method.lines.len();
                let is_short = lines <= shortest + LONGER;
                let worth = if is_short { method.size } else { 0 };
                (adds(blocks), method.tests.len(), is_short, worth, usize::MAX - lines, usize::MAX - at)
            });
            let Some(best) = best else { break };
            let (_, blocks) = left[best];
            if adds(blocks) == 0 && !is_first {
                break;
            }
            is_first = false;
            covered.extend(blocks);
            left.remove(best);
        }
        redundant.extend(left.iter().flat_map(|(method, _)| method.tests.iter().copied()));
    }
    redundant
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::TestSource;

    #[test]
    fn tests_that_run_no_other_code_are_redundant() {
        let method = |name: &str, target: &str, lines: usize, tests: &[u64]| TestMethod {
            name: name.to_owned(),
            lines: 0..lines,
            size: lines,
            target: Target { class: "a/B".into(), name: target.into(), descriptor: "()V".into() },
            tests: tests.to_vec(),
        };
        let rows: [(&str, &str, usize, &[u64], Option<&[u32]>); 7] = [
            ("small", "m", 3, &[1], Some(&[1, 2])),
            ("large", "m", 30, &[2], Some(&[1, 2])),
            ("other", "m", 5, &[3], Some(&[1, 3])),
            ("part", "m", 3, &[4], Some(&[1])),
            ("unknown", "m", 3, &[5], None),
            ("elsewhere", "n", 3, &[6], Some(&[1])),
            ("rows", "n", 9, &[7, 8], Some(&[1])),
        ];
        let tests = rows.iter().map(|(name, target, lines, tests, _)| method(name, target, *lines, tests));
        let source =
            TestSource { name: "a.BTest".to_owned(), tests: tests.collect(), ..TestSource::default() };
        let suite = Suite { sources: vec![source], ..Suite::default() };
        let known = rows.iter().filter_map(|(name, _, _, _, blocks)| Some((*name, (*blocks)?)));
        let blocks = known
            .map(|(name, blocks)| (TestId::new("a.BTest", name), blocks.iter().copied().collect()))
            .collect();
        assert_eq!(redundant(&suite, &blocks), BTreeSet::from([2, 4, 6]));
    }
}
