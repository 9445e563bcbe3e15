//! A smallest set of tests behind which another one fails or passes.

use crate::detect::Watch;
use crate::minimize::minimize;
use crate::runner::{Freshness, Outcome, Runner};
use crate::suite::{Order, Suite, TestIndex};

/// Sets that are tried before the search.
const MOST_LIKELY: usize = 12;

/// The outcome of a test that tests before it cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    Failure,
    Pass,
}

/// Returns the sets that are the cause if anything is: the test right before it, causes of other tests that were in the order, the tests
/// of its own class before it.
pub(crate) fn likely(
    suite: &Suite,
    test: TestIndex,
    before: &[TestIndex],
    known: &[Vec<TestIndex>],
) -> Vec<Vec<TestIndex>> {
    let mut sets: Vec<Vec<TestIndex>> = before.last().map(|last| vec![*last]).into_iter().collect();
    let was_run = |set: &&Vec<TestIndex>| set.iter().all(|one| before.contains(one));
    sets.extend(known.iter().rev().filter(was_run).cloned());
    let own = before.iter().rev().filter(|one| suite.class_of(**one) == suite.class_of(test));
    sets.extend(own.map(|one| vec![*one]));
    let mut distinct: Vec<Vec<TestIndex>> = Vec::new();
    for set in sets {
        if !distinct.contains(&set) && !set.contains(&test) {
            distinct.push(set);
        }
    }
    distinct.truncate(MOST_LIKELY);
    distinct
}

/// Finds a smallest set among tests; none if all of them together do not show it. If the time is over, the smallest so far.
pub(crate) fn find<R: Runner>(
    runner: &mut R,
    watch: &dyn Watch,
    test: TestIndex,
    shown: Shows,
    before: &[TestIndex],
    likely: &[Vec<TestIndex>],
    freshness: Freshness,
) -> Result<Option<Vec<TestIndex>>, R::Error> {
    for set in likely.iter().take_while(|_| !watch.is_over()) {
        if shows(runner, set, test, shown, freshness)? {
            return Ok(Some(set.clone()));
        }
    }
    if !shows(runner, before, test, shown, freshness)? {
        return Ok(None);
    }
    let smallest = minimize(before, |part| {
        if watch.is_over() {
            return Ok(false);
        }
        shows(runner, part, test, shown, freshness)
    })?;
    Ok(Some(smallest))
}

/// Returns true if a test has the outcome behind these.
pub(crate) fn shows<R: Runner>(
    runner: &mut R,
    before: &[TestIndex],
    test: TestIndex,
    shown: Shows,
    freshness: Freshness,
) -> Result<bool, R::Error> {
    let order: Order = before.iter().copied().chain([test]).collect();
    let outcomes = runner.run(&[order], freshness)?;
    let last = outcomes.first().and_then(|outcomes| outcomes.last()).copied();
    Ok(last.is_some_and(|outcome| match shown {
        Shows::Failure => outcome.is_failure(),
        Shows::Pass => outcome == Outcome::Passed,
    }))
}
