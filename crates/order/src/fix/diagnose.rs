//! The kind of one test and its causes, without a search over the whole suite.

use super::seen::{Counting, Seen};
use crate::detect::Kind;
use crate::runner::{Freshness, Outcome, Runner};
use crate::suite::{Order, Suite, TestIndex};

/// A test with its causes, by position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis {
    pub test: TestIndex,
    /// `None` if the test has one outcome, alone and behind the others.
    pub kind: Option<Kind>,
    pub passes_alone: bool,
    pub is_self_polluting: bool,
    /// Polluters or state-setters.
    pub sets: Vec<Vec<TestIndex>>,
    /// Tests that clean behind the first set.
    pub cleaners: Vec<(usize, TestIndex)>,
    /// The isolation that gives an order a clean state: a JVM of its own, if the state outlives class loaders.
    pub freshness: Freshness,
    /// How often it failed in the orders that were run to find its causes.
    pub seen: Seen,
}

/// Facts about the tests before any is run.
pub struct Hints<'h> {
    /// Tests that may be the cause, which are tried one by one.
    pub causes: Vec<TestIndex>,
    /// The tests that are tried as cleaners behind a set, in order.
    pub cleaners: &'h dyn Fn(&[TestIndex]) -> Vec<TestIndex>,
}

/// Cleaners that are looked for: their statements are needed, not their number.
const MOST_CLEANERS: usize = 5;

/// Runs a test alone, twice, and behind every other one. `known` are the tests before it in an order that is known to show it, for a
/// test that only several others together affect.
pub fn diagnose<R: Runner>(
    runner: &mut R,
    suite: &Suite,
    test: TestIndex,
    known: Option<&[TestIndex]>,
    hints: &Hints<'_>,
) -> Result<Diagnosis, R::Error> {
    let mut counting = Counting { runner, test, seen: Seen::default() };
    let mut diagnosis = diagnose_counted(&mut counting, suite, test, known, hints)?;
    diagnosis.seen = counting.seen;
    Ok(diagnosis)
}

fn diagnose_counted<R: Runner>(
    runner: &mut R,
    suite: &Suite,
    test: TestIndex,
    known: Option<&[TestIndex]>,
    hints: &Hints<'_>,
) -> Result<Diagnosis, R::Error> {
    let alone = |runner: &mut R, freshness| Ok(runner.run(&[vec![test]], freshness)?.remove(0));
    let in_jvm = alone(runner, Freshness::Jvm)?;
    // Loggers, files and the like outlive a class loader, and the tests of earlier orders may have changed them.
    if alone(runner, Freshness::Loader)? == in_jvm {
        let found = diagnose_in(runner, suite, test, known, hints, Freshness::Loader)?;
        if alone(runner, Freshness::Loader)? == in_jvm && (found.kind.is_some() || known.is_none()) {
            return Ok(found);
        }
    }
    diagnose_in(runner, suite, test, known, hints, Freshness::Jvm)
}

/// Looks whether orders need JVMs of their own to show a dependence that is known.
pub fn fresh_enough<R: Runner>(runner: &mut R, mut diagnosis: Diagnosis) -> Result<Diagnosis, R::Error> {
    let test = diagnosis.test;
    let behind = diagnosis.sets.first().cloned().unwrap_or_else(|| vec![test]);
    let order: Order = behind.into_iter().chain([test]).collect();
    let mut counting = Counting { runner, test, seen: diagnosis.seen };
    let outcomes = counting.run(&[order, vec![test]], Freshness::Loader)?;
    diagnosis.seen = counting.seen;
    let passed = |at: usize| outcomes[at].last() == Some(&Outcome::Passed);
    diagnosis.freshness = match passed(0) != diagnosis.passes_alone && passed(1) == diagnosis.passes_alone {
        true => Freshness::Loader,
        false => Freshness::Jvm,
    };
    Ok(diagnosis)
}

fn diagnose_in<R: Runner>(
    runner: &mut R,
    suite: &Suite,
    test: TestIndex,
    known: Option<&[TestIndex]>,
    hints: &Hints<'_>,
    freshness: Freshness,
) -> Result<Diagnosis, R::Error> {
    let alone = runner.run(&[vec![test], vec![test, test]], freshness)?;
    let passes_alone = alone[0] == [Outcome::Passed];
    let is_self_polluting = passes_alone && alone[1].last().is_some_and(|outcome| outcome.is_failure());
    let shows = |outcomes: &Vec<Outcome>| match (passes_alone, outcomes.last()) {
        (true, Some(last)) => last.is_failure(),
        (false, last) => last == Some(&Outcome::Passed),
        (true, None) => false,
    };
    let mut sets: Vec<Vec<TestIndex>> = Vec::new();
    let mut single: Vec<TestIndex> = hints.causes.iter().copied().filter(|other| *other != test).collect();
    // The others are run class by class; only where that shows it, one by one.
    for class in suite.classes() {
        let rest: Order = class.clone().filter(|other| *other != test && !single.contains(other)).collect();
        if rest.len() < 2 {
            single.extend(rest);
            continue;
        }
        // Backwards as well: a cleaner of the class stands before the polluter in one of the two.
        let forward: Order = rest.iter().copied().chain([test]).collect();
        let backward: Order = rest.iter().rev().copied().chain([test]).collect();
        for order in [forward, backward] {
            if shows(&runner.run(&[order], freshness)?[0]) {
                single.extend(rest);
                break;
            }
        }
    }
    single.sort_unstable();
    single.dedup();
    for other in single {
        let outcomes = runner.run(&[vec![other, test]], freshness)?;
        if shows(&outcomes[0]) {
            sets.push(vec![other]);
        }
    }
    if sets.is_empty()
        && let Some(known) = known.filter(|known| known.len() > 1)
    {
        let order = |part: &[TestIndex]| -> Order { part.iter().copied().chain([test]).collect() };
        if shows(&runner.run(&[order(known)], freshness)?[0]) {
            let smallest = crate::minimize::minimize(known, |part| {
                Ok(shows(&runner.run(&[order(part)], freshness)?[0]))
            })?;
            sets.push(smallest);
        }
    }
    let kind = match (passes_alone, sets.is_empty() && !is_self_polluting) {
        (_, true) => None,
        (true, _) => Some(Kind::Victim),
        (false, _) => Some(Kind::Brittle),
    };
    let mut diagnosis = Diagnosis {
        test,
        kind,
        passes_alone,
        is_self_polluting,
        sets,
        cleaners: Vec::new(),
        freshness,
        seen: Seen::default(),
    };
    find_cleaners(runner, &mut diagnosis, hints)?;
    Ok(diagnosis)
}

/// Adds those of some tests that alone are the cause, as the others that are known; for a victim also its cleaners.
pub fn complete<R: Runner>(
    runner: &mut R,
    mut diagnosis: Diagnosis,
    likely: &[TestIndex],
    hints: &Hints<'_>,
) -> Result<Diagnosis, R::Error> {
    let mut counting = Counting { runner, test: diagnosis.test, seen: diagnosis.seen };
    for &other in likely {
        if other == diagnosis.test || diagnosis.sets.iter().any(|set| set.contains(&other)) {
            continue;
        }
        let outcomes = counting.run(&[vec![other, diagnosis.test]], diagnosis.freshness)?;
        if diagnosis.shows(&outcomes[0]) {
            diagnosis.sets.push(vec![other]);
        }
    }
    if diagnosis.cleaners.is_empty() {
        find_cleaners(&mut counting, &mut diagnosis, hints)?;
    }
    diagnosis.seen = counting.seen;
    Ok(diagnosis)
}

impl Diagnosis {
    /// Returns true if the last test of an order has the other outcome than alone.
    fn shows(&self, outcomes: &[Outcome]) -> bool {
        match (self.passes_alone, outcomes.last()) {
            (true, Some(last)) => last.is_failure(),
            (false, last) => last == Some(&Outcome::Passed),
            (true, None) => false,
        }
    }
}

/// Looks for tests that clean behind the first set of a victim.
fn find_cleaners<R: Runner>(
    runner: &mut R,
    diagnosis: &mut Diagnosis,
    hints: &Hints<'_>,
) -> Result<(), R::Error> {
    let (Some(Kind::Victim), Some(set)) = (diagnosis.kind, diagnosis.sets.first().cloned()) else {
        return Ok(());
    };
    let test = diagnosis.test;
    for cleaner in (hints.cleaners)(&set) {
        if cleaner == test || set.contains(&cleaner) || diagnosis.sets.contains(&vec![cleaner]) {
            continue;
        }
        if diagnosis.cleaners.len() >= MOST_CLEANERS {
            break;
        }
        let order: Order = set.iter().copied().chain([cleaner, test]).collect();
        let outcomes = runner.run(&[order], diagnosis.freshness)?;
        // A cleaner that fails is not one to copy from.
        if outcomes[0].iter().rev().take(2).all(|outcome| *outcome == Outcome::Passed) {
            diagnosis.cleaners.push((0, cleaner));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulated::{Simulated, cleans, needs, sets};

    #[test]
    fn causes_of_one_test_are_found() {
        let (suite, mut runner) = Simulated::suite(&[
            ("a.A#victim", &[needs("x", 0)]),
            ("a.A#polluter", &[sets("x", 1)]),
            ("a.B#sets", &[sets("y", 1)]),
            ("a.C#cleaner", &[cleans("x")]),
            ("a.C#brittle", &[needs("y", 1)]),
            ("a.D#once", &[needs("z", 0), sets("z", 1)]),
        ]);
        let all = |_: &[TestIndex]| (0..6).collect();
        let hints = Hints { causes: vec![1], cleaners: &all };
        let mut of = |test| diagnose(&mut runner, &suite, test, None, &hints).unwrap();
        let victim = of(0);
        assert!(victim.seen.failures > 0 && victim.seen.failures < victim.seen.runs, "{:?}", victim.seen);
        assert_eq!(
            (victim.kind, victim.sets, victim.cleaners),
            (Some(Kind::Victim), vec![vec![1]], vec![(0, 3)])
        );
        let brittle = of(4);
        assert_eq!((brittle.kind, brittle.sets), (Some(Kind::Brittle), vec![vec![2]]));
        let once = of(5);
        assert_eq!((once.kind, once.is_self_polluting, once.sets), (Some(Kind::Victim), true, vec![]));
        assert_eq!(of(3).kind, None);
    }

    #[test]
    fn a_cause_that_is_known_is_completed() {
        let (suite, mut runner) = Simulated::suite(&[
            ("a.A#victim", &[needs("x", 0)]),
            ("a.A#first", &[sets("x", 1)]),
            ("a.B#idle", &[sets("y", 1)]),
            ("a.B#second", &[sets("x", 2)]),
            ("a.C#cleaner", &[cleans("x")]),
        ]);
        let known = Diagnosis {
            test: 0,
            kind: Some(Kind::Victim),
            passes_alone: true,
            is_self_polluting: false,
            sets: vec![vec![1]],
            cleaners: Vec::new(),
            freshness: Freshness::Loader,
            seen: Seen { failures: 3, runs: 9 },
        };
        let all: Vec<TestIndex> = (0..suite.len()).collect();
        let hints = Hints { causes: Vec::new(), cleaners: &|_| vec![0, 1, 2, 3, 4] };
        let found = complete(&mut runner, known, &all, &hints).unwrap();
        assert_eq!((found.sets, found.cleaners), (vec![vec![1], vec![3]], vec![(0, 4)]));
        // It fails behind the second polluter and behind the idle test that does not clean; three further orders let it pass.
        assert_eq!(found.seen, Seen { failures: 5, runs: 14 });
    }

    #[test]
    fn two_tests_together_are_a_set() {
        let (suite, mut runner) = Simulated::suite(&[
            ("a.A#first", &[sets("x", 1)]),
            ("a.A#second", &[needs("x", 1), sets("y", 1)]),
            ("a.A#idle", &[]),
            ("a.A#victim", &[needs("y", 0)]),
        ]);
        let hints = Hints { causes: Vec::new(), cleaners: &|_| Vec::new() };
        let found = diagnose(&mut runner, &suite, 3, Some(&[0, 1, 2]), &hints).unwrap();
        assert_eq!(found.sets, [[0, 1]]);
    }
}
