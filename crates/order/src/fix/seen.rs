//! How often a test was seen to fail.

use crate::runner::{Freshness, Outcome, Runner};
use crate::suite::{Order, TestIndex};

/// The orders in which a test ran, and in how many of them it failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub failures: usize,
    pub runs: usize,
}

impl Seen {
    /// Counts an order by how the test ended in it: one that runs the test several times fails if any of them does.
    fn count(&mut self, outcomes: impl Iterator<Item = Outcome>) {
        let (mut has_run, mut has_failed) = (false, false);
        for outcome in outcomes {
            has_run |= outcome != Outcome::Skipped;
            has_failed |= outcome.is_failure();
        }
        self.runs += usize::from(has_run);
        self.failures += usize::from(has_failed);
    }
}

/// A runner that counts how one test ends.
pub(super) struct Counting<'r, R> {
    pub(super) runner: &'r mut R,
    pub(super) test: TestIndex,
    pub(super) seen: Seen,
}

impl<R: Runner> Runner for Counting<'_, R> {
    type Error = R::Error;

    fn run(&mut self, orders: &[Order], freshness: Freshness) -> Result<Vec<Vec<Outcome>>, R::Error> {
        let results = self.runner.run(orders, freshness)?;
        for (order, outcomes) in orders.iter().zip(&results) {
            let of_test = order.iter().zip(outcomes).filter(|(test, _)| **test == self.test);
            self.seen.count(of_test.map(|(_, outcome)| *outcome));
        }
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulated::{Simulated, needs, sets};

    #[test]
    fn orders_with_the_test_are_counted_once() {
        let (_, mut runner) =
            Simulated::suite(&[("a.A#victim", &[needs("x", 0)]), ("a.A#polluter", &[sets("x", 1)])]);
        let mut counting = Counting { runner: &mut runner, test: 0, seen: Seen::default() };
        let orders = [vec![0], vec![1, 0], vec![0, 0], vec![1], vec![0, 1, 0]];
        counting.run(&orders, Freshness::Loader).unwrap();
        assert_eq!(counting.seen, Seen { failures: 2, runs: 4 });
    }
}
