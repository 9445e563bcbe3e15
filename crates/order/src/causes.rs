//! The tests that make another one fail or pass.

use crate::detect::Kind;
use crate::minimize::minimize;
use crate::runner::{Freshness, Outcome, Runner};
use crate::suite::{Order, Suite, TestIndex};

/// The causes of an order-dependent test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Causes {
    /// Tests behind which a victim fails or a brittle test passes: polluters and state-setters. Most sets have one test.
    pub sets: Vec<Vec<TestIndex>>,
    /// Tests that make a victim pass if they are run between one of the sets, by position, and the victim.
    pub cleaners: Vec<(usize, TestIndex)>,
}

/// Finds all tests that alone are the cause; if there are none, a smallest set of tests out of those that ran before. `before` are
/// the tests in front of the test in an order that shows it.
pub fn causes<R: Runner>(
    runner: &mut R,
    suite: &Suite,
    test: TestIndex,
    kind: Kind,
    before: &[TestIndex],
) -> Result<Causes, R::Error> {
    let shows = |outcome: Outcome| match kind {
        Kind::Brittle => outcome == Outcome::Passed,
        _ => outcome.is_failure(),
    };
    let others: Vec<TestIndex> = (0..suite.len()).filter(|other| *other != test).collect();
    let pairs: Vec<Order> = others.iter().map(|other| vec![*other, test]).collect();
    let single = with_last(runner, &pairs, shows)?;
    let mut sets: Vec<Vec<TestIndex>> =
        others.iter().zip(&single).filter(|(_, shows)| **shows).map(|(other, _)| vec![*other]).collect();
    if sets.is_empty() && !before.is_empty() {
        let smallest = minimize(before, |part| {
            let order = part.iter().copied().chain([test]).collect();
            Ok(with_last(runner, &[order], shows)?[0])
        })?;
        // The tests may depend on state that only a whole JVM has; then the set does not show it.
        let order: Order = smallest.iter().copied().chain([test]).collect();
        if with_last(runner, &[order], shows)?[0] {
            sets.push(smallest);
        }
    }
    let cleaners = match kind {
        Kind::Brittle => Vec::new(),
        _ => cleaners(runner, &others, test, &sets)?,
    };
    Ok(Causes { sets, cleaners })
}

/// Returns the tests that clean up behind each set.
fn cleaners<R: Runner>(
    runner: &mut R,
    others: &[TestIndex],
    victim: TestIndex,
    sets: &[Vec<TestIndex>],
) -> Result<Vec<(usize, TestIndex)>, R::Error> {
    let mut found = Vec::new();
    for (at, set) in sets.iter().enumerate() {
        let candidates: Vec<TestIndex> =
            others.iter().copied().filter(|other| !set.contains(other)).collect();
        let order = |cleaner: &TestIndex| set.iter().copied().chain([*cleaner, victim]).collect();
        let orders: Vec<Order> = candidates.iter().map(order).collect();
        let passed = with_last(runner, &orders, |outcome| outcome == Outcome::Passed)?;
        found.extend(
            candidates.into_iter().zip(passed).filter(|(_, passed)| *passed).map(|(test, _)| (at, test)),
        );
    }
    Ok(found)
}

/// Returns for each order whether the outcome of its last test is of a kind.
fn with_last<R: Runner>(
    runner: &mut R,
    orders: &[Order],
    is_asked: impl Fn(Outcome) -> bool,
) -> Result<Vec<bool>, R::Error> {
    let outcomes = runner.run(orders, Freshness::Loader)?;
    Ok(outcomes.iter().map(|outcomes| outcomes.last().copied().is_some_and(&is_asked)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulated::{Simulated, cleans, needs, sets};

    #[test]
    fn polluters_cleaners_and_state_setters_are_found() {
        let (suite, mut runner) = Simulated::suite(&[
            ("a.A#victim", &[needs("x", 0)]),
            ("a.A#polluter", &[sets("x", 1)]),
            ("a.B#other", &[sets("y", 1)]),
            ("a.B#second", &[sets("x", 2)]),
            ("a.C#cleaner", &[cleans("x")]),
            ("a.C#brittle", &[needs("y", 1)]),
        ]);
        let found = causes(&mut runner, &suite, 0, Kind::Victim, &[1]).unwrap();
        assert_eq!(found, Causes { sets: vec![vec![1], vec![3]], cleaners: vec![(0, 4), (1, 4)] });
        let found = causes(&mut runner, &suite, 5, Kind::Brittle, &[0, 1, 2]).unwrap();
        assert_eq!(found, Causes { sets: vec![vec![2]], cleaners: vec![] });
    }

    #[test]
    fn a_victim_of_two_tests_together_has_a_set() {
        let (suite, mut runner) = Simulated::suite(&[
            ("a.A#first", &[sets("x", 1)]),
            ("a.A#idle", &[]),
            ("a.A#second", &[needs("x", 1), sets("y", 1)]),
            ("a.A#idle2", &[]),
            ("a.A#victim", &[needs("y", 0)]),
        ]);
        let found = causes(&mut runner, &suite, 4, Kind::Victim, &[0, 1, 2, 3]).unwrap();
        assert_eq!(found.sets, [[0, 2]]);
        assert_eq!(found.cleaners, []);
    }
}
