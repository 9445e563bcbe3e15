//! Tests that add something.
//!
//! Those are chosen that find [faults](crate::kills) which no other chosen one finds, or run branches of their own method that no
//! other one runs. Where that cannot be known, they are chosen
//! by the code that they run, among the tests of one method. If a class would have more tests than a reader gets through,
//! those are left out that run least code of their own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use reenact_wire::driver::TestId;

use crate::merit::Merits;
use crate::runner::{ClassFile, Isolation, Run, Runner};
use crate::source::{InstrumentedClasses, Target, TestMethod, TestNumber};
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
        let instrumented = self.writer.instrumented();
        if instrumented.classes.is_empty() {
            return Ok(suite);
        }
        let classes: Arc<[ClassFile]> = instrumented.classes.as_slice().into();
        let run = Run { replaced: classes.clone(), ..suite.run(suite.ids(), Isolation::LoaderPerRun) };
        let reports = self.runner.run(&[run])?;
        let mut blocks: BTreeMap<TestId, BTreeSet<u32>> = BTreeMap::new();
        for report in reports.iter().flatten() {
            let covered = report.invocations.iter().flat_map(|invocation| invocation.covered.iter());
            let covered: BTreeSet<u32> = covered.copied().collect();
            // Code may tell that it is instrumented, and some classes cannot be. Then nothing is known of the test, and it
            // stays.
            if report.passed() && !covered.is_empty() {
                blocks.insert(report.test.clone(), covered);
            }
        }
        let finders = self.finders(&suite, &blocks, &instrumented, &classes)?;
        let redundant: BTreeSet<TestNumber> = match finders {
            Some(counted) => {
                let mut chosen: BTreeSet<TestId> = counted.keys().cloned().collect();
                add_branches(&suite, &blocks, &instrumented, &mut chosen);
                self.merits = Merits::new(&suite, &counted, &blocks, &instrumented, classes);
                let others =
                    suite.methods().filter(|(id, _)| blocks.contains_key(id) && !chosen.contains(id));
                others.flat_map(|(_, method)| method.tests.iter().copied()).collect()
            }
            None => redundant(&suite, &blocks),
        };
        let beyond = beyond_limit(&suite, &blocks, &redundant, self.options.per_class);
        if redundant.is_empty() && beyond.is_empty() {
            return Ok(suite);
        }
        let is_kept = |test: &TestNumber| !redundant.contains(test) && !beyond.contains(test);
        let kept: Vec<TestNumber> = suite.tests().into_iter().filter(is_kept).collect();
        self.result.redundant.extend(redundant);
        self.result.beyond_limit.extend(beyond);
        let suite = self.compile(kept)?;
        if self.options.join { self.joined(suite) } else { Ok(suite) }
    }
}

/// Adds tests that run blocks of their own method which no chosen test runs, such as the one that throws. The shortest come first.
fn add_branches(
    suite: &Suite,
    blocks: &BTreeMap<TestId, BTreeSet<u32>>,
    instrumented: &InstrumentedClasses,
    chosen: &mut BTreeSet<TestId>,
) {
    let mut run: BTreeSet<u32> = chosen.iter().filter_map(|id| blocks.get(id)).flatten().copied().collect();
    let mut others: Vec<(TestId, &TestMethod, usize)> =
        suite.lengths().filter(|(id, _, _)| !chosen.contains(id)).collect();
    others.sort_by_key(|(_, _, lines)| *lines);
    for (id, method, _) in others {
        let (Some(covered), Some(own)) = (blocks.get(&id), instrumented.blocks.get(&method.target)) else {
            continue;
        };
        if covered.range(own.clone()).any(|block| !run.contains(block)) {
            run.extend(covered);
            chosen.insert(id);
        }
    }
}

/// A test that may be removed.
struct Candidate<'a> {
    method: &'a TestMethod,
    /// Its lines, and those of the methods that it calls.
    lines: usize,
    blocks: &'a BTreeSet<u32>,
}

/// Returns the tests that add nothing to the others of their method.
fn redundant(suite: &Suite, blocks: &BTreeMap<TestId, BTreeSet<u32>>) -> BTreeSet<TestNumber> {
    let mut by_target: BTreeMap<&Target, Vec<Candidate<'_>>> = BTreeMap::new();
    for (id, method, lines) in suite.lengths() {
        if let Some(blocks) = blocks.get(&id) {
            by_target.entry(&method.target).or_default().push(Candidate { method, lines, blocks });
        }
    }
    by_target.into_values().flat_map(removed).collect()
}

/// Removes tests of one method as long as the others run all of their code: the longest first, then those that say
/// least, and tests with parameters last.
fn removed(mut tests: Vec<Candidate<'_>>) -> Vec<TestNumber> {
    let shortest = tests.iter().map(|test| test.lines).min().unwrap_or(0);
    tests.sort_by_key(|test| {
        let excess = test.lines.saturating_sub(shortest + LONGER);
        (test.method.tests.len() > 1, Reverse(excess), test.method.size)
    });
    let mut runs: BTreeMap<u32, usize> = BTreeMap::new();
    tests.iter().flat_map(|test| test.blocks.iter()).for_each(|block| *runs.entry(*block).or_default() += 1);
    let mut left = tests.len();
    let mut removed = Vec::new();
    for Candidate { method, blocks, .. } in tests {
        if left > 1 && blocks.iter().all(|block| runs[block] > 1) {
            blocks.iter().for_each(|block| *runs.entry(*block).or_default() -= 1);
            left -= 1;
            removed.extend(method.tests.iter().copied());
        }
    }
    removed
}

/// Returns the tests of each class beyond the limit. The tests that stay are taken one after the other, each time the one
/// that runs most code which none before it runs.
fn beyond_limit(
    suite: &Suite,
    blocks: &BTreeMap<TestId, BTreeSet<u32>>,
    redundant: &BTreeSet<TestNumber>,
    limit: usize,
) -> BTreeSet<TestNumber> {
    let mut beyond = BTreeSet::new();
    let none = BTreeSet::new();
    for source in &suite.sources {
        let methods =
            source.ids().filter(|(_, method)| !method.tests.iter().any(|test| redundant.contains(test)));
        let mut waiting: Vec<(&TestMethod, &BTreeSet<u32>)> =
            methods.map(|(id, method)| (method, blocks.get(&id).unwrap_or(&none))).collect();
        if waiting.len() <= limit {
            continue;
        }
        let mut run: BTreeSet<u32> = BTreeSet::new();
        for _ in 0..limit {
            let added = |blocks: &BTreeSet<u32>| blocks.difference(&run).count();
            let best = (0..waiting.len())
                .max_by_key(|&at| (added(waiting[at].1), Reverse(waiting[at].0.size), Reverse(at)));
            let Some(best) = best else { break };
            run.extend(waiting.remove(best).1);
        }
        beyond.extend(waiting.iter().flat_map(|(method, _)| method.tests.iter().copied()));
    }
    beyond
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::TestSource;

    #[test]
    fn a_branch_of_the_method_itself_is_worth_a_test_and_one_elsewhere_is_not() {
        let target = |name: &str| Target { class: "a/B".into(), name: name.into(), descriptor: "()V".into() };
        let method = |name: &str| TestMethod {
            name: name.to_owned(),
            lines: 0..3,
            size: 3,
            target: target("m"),
            tests: vec![1],
        };
        let source = TestSource {
            name: "a.BTest".to_owned(),
            tests: ["normal", "throws", "again", "elsewhere"].map(method).to_vec(),
            ..TestSource::default()
        };
        let suite = Suite { sources: vec![source], ..Suite::default() };
        let id = |name: &str| TestId::new("a.BTest", name);
        let rows: [(&str, &[u32]); 4] =
            [("normal", &[1, 2]), ("throws", &[1, 3]), ("again", &[1, 3]), ("elsewhere", &[1, 20])];
        let blocks =
            rows.into_iter().map(|(name, blocks)| (id(name), blocks.iter().copied().collect())).collect();
        let instrumented = InstrumentedClasses {
            blocks: BTreeMap::from([(target("m"), 1..10), (target("n"), 20..30)]),
            ..InstrumentedClasses::default()
        };
        let mut chosen = BTreeSet::from([id("normal")]);
        add_branches(&suite, &blocks, &instrumented, &mut chosen);
        assert_eq!(chosen, BTreeSet::from([id("normal"), id("throws")]));
    }

    #[test]
    fn tests_that_run_no_other_code_are_redundant() {
        let method = |name: &str, target: &str, lines: usize, tests: &[u64]| TestMethod {
            name: name.to_owned(),
            lines: 0..lines,
            size: lines,
            target: Target { class: "a/B".into(), name: target.into(), descriptor: "()V".into() },
            tests: tests.to_vec(),
        };
        type Row<'a> = (&'a str, &'a str, usize, &'a [u64], Option<&'a [u32]>);
        let rows: [Row<'_>; 7] = [
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
        let redundant = redundant(&suite, &blocks);
        assert_eq!(redundant, BTreeSet::from([2, 4, 6]));
        assert!(beyond_limit(&suite, &blocks, &redundant, 4).is_empty());
        // `small` and `other` run three blocks; of the others, `unknown` is the shorter one.
        assert_eq!(beyond_limit(&suite, &blocks, &redundant, 3), BTreeSet::from([7, 8]));
        assert_eq!(beyond_limit(&suite, &blocks, &redundant, 1), BTreeSet::from([3, 5, 7, 8]));
    }
}
