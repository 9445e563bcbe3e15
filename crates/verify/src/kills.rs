//! Tests that find faults.
//!
//! Tests are run with one [fault](crate::mutate) at a time. In each round, every fault that was not found yet is tried with another
//! test that reaches it, so that rounds are few and no fault is tried once it was found. Tests that find something
//! are tried first, to need few of them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use reenact_wire::driver::{Outcome, TestId, TestReport};

use crate::cover::MOST_BLOCKS;
use crate::runner::{ClassFile, Isolation, Run, Runner};
use crate::source::{InstrumentedClasses, Target};
use crate::verification::{Stage, Suite, Verification};

/// Tests that are tried for a fault.
const MOST_TRIES: usize = 16;

/// Trials for each test on average, which limits the time that they take.
const TRIALS_PER_TEST: usize = 60;

/// Trials in one class loader.
const TRIALS_PER_RUN: usize = 200;

/// Trials after which it is looked at which of them did not end.
const TRIALS_AT_ONCE: usize = 2 * TRIALS_PER_RUN;

/// Trials that may end their JVM or not end at all, each of which takes seconds. If there are more, tests are chosen by the code
/// that they run.
const MOST_HANGS: usize = 20;

/// A test that is chosen costs its reader as much as this many lines more.
const COST_IN_LINES: usize = 10;

/// The number of a fault that no class has: the test runs as it would with one.
const NO_FAULT: u32 = MOST_BLOCKS;

/// A test that may find faults.
#[derive(Debug)]
pub(crate) struct Finder<'a> {
    pub id: TestId,
    pub target: &'a Target,
    pub lines: usize,
    /// The faults that it reaches.
    pub reached: BTreeSet<u32>,
}

/// Position of a test in the list of finders, the most promising first.
pub(crate) type At = usize;

/// Tests that find all faults which are found. Each fault is counted for one of them.
pub(crate) type Chosen = BTreeMap<TestId, BTreeSet<u32>>;

/// The trials so far, and their results.
#[derive(Debug, Default)]
pub(crate) struct Trials {
    tried: BTreeMap<u32, BTreeSet<At>>,
    pub found_by: BTreeMap<u32, BTreeSet<At>>,
    /// Tests that cannot be run in this way.
    unusable: BTreeSet<At>,
    /// Faults with which a test did not end. Others of their methods are not tried: they are often in the same loop.
    hanging: BTreeSet<u32>,
    count: usize,
}

impl Trials {
    /// Returns the tests that found a fault.
    fn chosen(&self) -> BTreeSet<At> {
        self.found_by.values().flatten().copied().collect()
    }

    /// Returns the next trials of each fault that was not found: one in the first rounds, then as many as were tried before. A
    /// fault that few tests miss is hardly ever found by others, and each round loads classes anew.
    fn next(&self, finders: &[Finder<'_>], faults: &BTreeMap<u32, Option<&Target>>) -> Vec<(At, u32)> {
        let chosen = self.chosen();
        let is_first = self.count == 0;
        let none = BTreeSet::new();
        let mut trials = Vec::new();
        for (&fault, target) in faults.iter().filter(|(fault, _)| !self.found_by.contains_key(fault)) {
            let tried = self.tried.get(&fault).unwrap_or(&none);
            if tried.len() >= MOST_TRIES {
                continue;
            }
            let left = (0..finders.len()).filter(|at| {
                finders[*at].reached.contains(&fault) && !tried.contains(at) && !self.unusable.contains(at)
            });
            let mut left: Vec<At> = left.collect();
            // The tests of a method find its faults more often than others; but if they came first from the start, each
            // method would have its own.
            left.sort_by_key(|at| {
                let is_own = *target == Some(finders[*at].target);
                (!is_first && !chosen.contains(at), !is_first && !is_own, *at)
            });
            let count = tried.len().saturating_sub(1).clamp(1, MOST_TRIES - tried.len());
            trials.extend(left.into_iter().take(count).map(|at| (at, fault)));
        }
        trials
    }

    /// Returns trials that may show that a test is not needed: faults that only one test found, with another test that
    /// is needed in any case.
    fn to_reduce(&self, finders: &[Finder<'_>]) -> Vec<(At, u32)> {
        let chosen = self.chosen();
        let mut trials = Vec::new();
        for (&fault, found_by) in self.found_by.iter().filter(|(_, found_by)| found_by.len() == 1) {
            let others = chosen.iter().filter(|at| {
                finders[**at].reached.contains(&fault)
                    && !found_by.contains(at)
                    && !self.tried.get(&fault).is_some_and(|tried| tried.contains(at))
            });
            trials.extend(others.take(2).map(|at| (*at, fault)));
        }
        trials
    }

    /// Returns tests that find all faults which were found, without those that are not needed for it: first those are left
    /// out that find least, and of them the longest.
    fn needed(&self, finders: &[Finder<'_>]) -> BTreeSet<At> {
        let mut finds: BTreeMap<At, Vec<u32>> = BTreeMap::new();
        for (&fault, found_by) in &self.found_by {
            found_by.iter().for_each(|at| finds.entry(*at).or_default().push(fault));
        }
        let mut order: Vec<At> = finds.keys().copied().collect();
        order.sort_by_key(|at| (finds[at].len(), Reverse(finders[*at].lines), *at));
        let mut found: BTreeMap<u32, usize> =
            self.found_by.iter().map(|(fault, found_by)| (*fault, found_by.len())).collect();
        let mut needed: BTreeSet<At> = order.iter().copied().collect();
        for at in order {
            if finds[&at].iter().all(|fault| found[fault] > 1) {
                finds[&at].iter().for_each(|fault| *found.entry(*fault).or_default() -= 1);
                needed.remove(&at);
            }
        }
        needed
    }

    /// Returns the tests with the faults that are counted for them: each fault for a test of its own method, if one finds it. Those with
    /// which a test does not end are left out, since each trial of them takes seconds.
    fn counted(
        &self,
        chosen: &BTreeSet<At>,
        finders: &[Finder<'_>],
        faults: &BTreeMap<u32, Option<&Target>>,
    ) -> Chosen {
        let mut counted: Chosen =
            chosen.iter().map(|at| (finders[*at].id.clone(), BTreeSet::new())).collect();
        for (fault, found_by) in self.found_by.iter().filter(|(fault, _)| !self.hanging.contains(fault)) {
            let is_own = |at: At| faults.get(fault).is_some_and(|target| *target == Some(finders[at].target));
            let finder = found_by.intersection(chosen).min_by_key(|at| (!is_own(**at), **at));
            if let Some(faults) = finder.and_then(|at| counted.get_mut(&finders[*at].id)) {
                faults.insert(*fault);
            }
        }
        counted
    }

    fn note(&mut self, (at, fault): (At, u32), report: &TestReport) {
        self.tried.entry(fault).or_default().insert(at);
        if !report.passed() {
            self.found_by.entry(fault).or_default().insert(at);
        }
        if ends_jvm(report) {
            self.hanging.insert(fault);
        }
    }
}

/// Whether a test ended its JVM, or did not end by itself.
pub(crate) fn ends_jvm(report: &TestReport) -> bool {
    matches!(report.outcome(), Outcome::TimedOut | Outcome::Exited(_) | Outcome::Crashed(_))
}

impl<R: Runner> Verification<'_, R> {
    /// Returns tests that find all faults which the tests of a suite find, and those of which that is not known. `None` if no
    /// fault is reached.
    pub fn finders(
        &mut self,
        suite: &Suite,
        covered: &BTreeMap<TestId, BTreeSet<u32>>,
        instrumented: &InstrumentedClasses,
        classes: &Arc<[ClassFile]>,
    ) -> Result<Option<Chosen>, R::Error> {
        let mut finders = Vec::new();
        let mut faults: BTreeMap<u32, Option<&Target>> = BTreeMap::new();
        for (id, method, lines) in suite.lengths() {
            let Some(covered) = covered.get(&id) else { continue };
            let reached =
                covered.iter().filter_map(|&number| Some((number, instrumented.target_of(number)?)));
            let reached: BTreeMap<u32, &Target> = reached.collect();
            faults.extend(reached.iter().map(|(fault, target)| (*fault, Some(*target))));
            finders.push(Finder {
                id,
                target: &method.target,
                lines,
                reached: reached.into_keys().collect(),
            });
        }
        if faults.is_empty() {
            return Ok(None);
        }
        finders.sort_by_key(|finder| Reverse(finder.reached.len() * 1000 / (finder.lines + COST_IN_LINES)));
        self.result.counts.faults_reached = faults.len();
        let mut trials = Trials::default();
        let most = TRIALS_PER_TEST * finders.len();
        loop {
            let mut next = trials.next(&finders, &faults);
            if next.is_empty() || trials.count >= most {
                break;
            }
            next.sort();
            for part in next.chunks(TRIALS_AT_ONCE) {
                let mut part = part.to_vec();
                let hanging: BTreeSet<&Target> =
                    trials.hanging.iter().filter_map(|fault| instrumented.target_of(*fault)).collect();
                (self.progress)(Stage::Mutating { tests: finders.len(), faults: part.len() });
                part.retain(|(_, fault)| !faults[fault].is_some_and(|target| hanging.contains(target)));
                self.try_all(suite, &finders, classes, &mut trials, part)?;
                if trials.hanging.len() > MOST_HANGS {
                    self.result.counts.faults_untried = faults.len();
                    return Ok(None);
                }
            }
            faults.retain(|fault, target| {
                let hanging = |other: &u32| instrumented.target_of(*other) == *target;
                trials.found_by.contains_key(fault) || !trials.hanging.iter().any(hanging)
            });
        }
        let again = trials.to_reduce(&finders);
        self.try_all(suite, &finders, classes, &mut trials, again)?;
        let counts = &mut self.result.counts;
        counts.faults_found = trials.found_by.len();
        counts.faults_untried = counts.faults_reached - trials.tried.len();
        let mut chosen = trials.needed(&finders);
        chosen.extend(&trials.unusable);
        Ok(Some(trials.counted(&chosen, &finders, &faults)))
    }

    /// Runs tests with a fault each.
    pub fn try_all(
        &mut self,
        suite: &Suite,
        finders: &[Finder<'_>],
        classes: &Arc<[ClassFile]>,
        trials: &mut Trials,
        next: Vec<(At, u32)>,
    ) -> Result<(), R::Error> {
        trials.count += next.len();
        let run = |part: &[(At, u32)], isolation| Run {
            replaced: classes.clone(),
            mutants: part.iter().map(|(_, fault)| *fault).collect(),
            ..suite.run(part.iter().map(|(at, _)| finders[*at].id.clone()).collect(), isolation)
        };
        let mut doubtful = Vec::new();
        let parts: Vec<Part> = next.chunks(TRIALS_PER_RUN).map(Part::new).collect();
        let runs: Vec<Run> = parts.iter().map(|part| run(&part.all(), Isolation::LoaderPerRun)).collect();
        for (part, reports) in parts.into_iter().zip(self.runner.run(&runs)?) {
            doubtful.extend(part.note(&reports, trials));
        }
        if !doubtful.is_empty() {
            let reports = self.runner.run(&[run(&doubtful, Isolation::LoaderPerTest)])?;
            for (trial, report) in doubtful.into_iter().zip(reports.into_iter().flatten()) {
                trials.note(trial, &report);
            }
        }
        Ok(())
    }
}

/// Trials in one class loader. Code with a fault may leave static state behind that later tests fail by, so each test is
/// run without a fault before and after.
struct Part {
    trials: Vec<(At, u32)>,
    tests: BTreeSet<At>,
}

impl Part {
    fn new(trials: &[(At, u32)]) -> Self {
        Part { trials: trials.to_vec(), tests: trials.iter().map(|(at, _)| *at).collect() }
    }

    fn all(&self) -> Vec<(At, u32)> {
        let sound = self.tests.iter().map(|&at| (at, NO_FAULT));
        sound.clone().chain(self.trials.iter().copied()).chain(sound).collect()
    }

    /// Notes the results, and returns the trials that must be made again, each in a class loader of its own.
    fn note(self, reports: &[TestReport], trials: &mut Trials) -> Vec<(At, u32)> {
        let count = self.tests.len();
        let has_failed = |reports: &[TestReport]| -> BTreeSet<At> {
            let failed = self.tests.iter().zip(reports).filter(|(_, report)| !report.passed());
            failed.map(|(at, _)| *at).collect()
        };
        let (before, rest) = reports.split_at(count.min(reports.len()));
        let (tried, after) = rest.split_at(self.trials.len().min(rest.len()));
        let (before, after) = (has_failed(before), has_failed(after));
        trials.unusable.extend(&before);
        let mut doubtful = Vec::new();
        for (trial, report) in self.trials.into_iter().zip(tried) {
            if before.contains(&trial.0) {
                trials.tried.entry(trial.1).or_default().insert(trial.0);
            } else if !report.passed() && after.contains(&trial.0) {
                doubtful.push(trial);
            } else {
                trials.note(trial, report);
            }
        }
        doubtful
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use reenact_wire::driver::{Invocation, Output};

    use super::*;

    fn report(passed: bool) -> TestReport {
        TestReport {
            test: TestId::new("a.BTest", "t"),
            invocations: vec![Invocation {
                name: String::new(),
                outcome: if passed { Outcome::Passed } else { Outcome::Failed },
                time: Duration::ZERO,
                reason: String::new(),
                failure: None,
                output: Output::default(),
                covered: Vec::new(),
            }],
            jvm: 0,
        }
    }

    /// Tests with their lines and the faults that they find, a subset of those that they reach. Returns the ones that are
    /// needed and the number of trials.
    fn needed(tests: &[(usize, &[u32], &[u32])]) -> (Vec<At>, usize) {
        let target = Target { class: "a/B".into(), name: "m".into(), descriptor: "()V".into() };
        let finder = |(lines, reached, _): &(usize, &[u32], &[u32])| Finder {
            id: TestId::new("a.BTest", "t"),
            target: &target,
            lines: *lines,
            reached: reached.iter().copied().collect(),
        };
        let finders: Vec<Finder<'_>> = tests.iter().map(finder).collect();
        let faults = tests.iter().flat_map(|(_, reached, _)| reached.iter().map(|fault| (*fault, None)));
        let faults: BTreeMap<u32, Option<&Target>> = faults.collect();
        let mut trials = Trials::default();
        let try_all = |trials: &mut Trials, next: Vec<(At, u32)>| {
            for (at, fault) in &next {
                trials.note((*at, *fault), &report(!tests[*at].2.contains(fault)));
            }
            trials.count += next.len();
            !next.is_empty()
        };
        loop {
            let next = trials.next(&finders, &faults);
            if !try_all(&mut trials, next) {
                break;
            }
        }
        let again = trials.to_reduce(&finders);
        try_all(&mut trials, again);
        (trials.needed(&finders).into_iter().collect(), trials.count)
    }

    #[test]
    fn few_tests_find_all_that_all_find() {
        // The second finds nothing that the first does not find.
        assert_eq!(needed(&[(5, &[1, 2], &[1, 2]), (5, &[1, 2], &[1, 2])]), (vec![0], 2));
        // Reaching a fault is not finding it.
        assert_eq!(needed(&[(5, &[1, 2], &[1]), (5, &[1, 2], &[2])]).0, [0, 1]);
        // The last finds what both others find, which is known only after it was tried.
        assert_eq!(
            needed(&[(5, &[1, 2, 3], &[1]), (9, &[1, 2, 3], &[2]), (5, &[1, 2, 3], &[1, 2, 3])]).0,
            [2]
        );
        assert_eq!(needed(&[(5, &[], &[])]), (vec![], 0));
    }

    #[test]
    fn a_fault_is_counted_for_one_chosen_test() {
        let target = |name: &str| Target { class: "a/B".into(), name: name.into(), descriptor: "()V".into() };
        let targets = [target("m"), target("n")];
        let finder = |(at, target)| Finder {
            id: TestId::new("a.BTest", format!("t{at}")),
            target,
            lines: 5,
            reached: BTreeSet::new(),
        };
        let finders: Vec<Finder<'_>> =
            (0..).zip([&targets[0], &targets[1], &targets[1]]).map(finder).collect();
        let faults = BTreeMap::from([(1, Some(&targets[1])), (2, Some(&targets[0])), (3, Some(&targets[0]))]);
        let found_by = [(1, vec![0, 1, 2]), (2, vec![1, 2]), (3, vec![0])];
        let found_by = found_by.map(|(fault, found_by)| (fault, found_by.into_iter().collect()));
        let trials = Trials { found_by: found_by.into(), hanging: BTreeSet::from([3]), ..Trials::default() };
        let counted = trials.counted(&BTreeSet::from([0, 1]), &finders, &faults);
        let id = |at: usize| finders[at].id.clone();
        // The first is of the second's method, the third makes a test run forever.
        assert_eq!(counted, BTreeMap::from([(id(0), BTreeSet::new()), (id(1), BTreeSet::from([1, 2]))]));
    }

    #[test]
    fn a_fault_that_none_finds_is_not_tried_forever() {
        let reaching: [(usize, &[u32], &[u32]); 40] = [(5, &[1], &[]); 40];
        assert_eq!(needed(&reaching), (vec![], MOST_TRIES));
    }

    #[test]
    fn static_state_that_a_fault_leaves_behind_makes_results_doubtful() {
        let part = || Part::new(&[(0, 7), (1, 7), (2, 7)]);
        // Before, with the fault, and after it.
        let outcomes = [true, true, false, false, false, false, true, false, false].map(report);
        let mut trials = Trials::default();
        assert_eq!(part().note(&outcomes, &mut trials), [(1, 7)]);
        assert_eq!(trials.found_by, BTreeMap::from([(7, BTreeSet::from([0]))]));
        assert_eq!(trials.unusable, BTreeSet::from([2]));
    }
}
