//! Which tests are order-dependent.

use std::collections::BTreeSet;

use crate::confirm::{Confirmation, Evidence};
use crate::orders;
use crate::plan::{LeftOut, Origin, plan};
use crate::runner::{Freshness, Outcome, Runner};
use crate::suite::{Order, Suite, TestIndex};

/// Tests that always failed which are run alone in fresh JVMs.
const MOST_ALONE: usize = 20;

/// The settings of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Random orders.
    pub random: usize,
    /// The first seed; the next orders have the seeds behind it.
    pub seed: u64,
    /// Whether all classes and all tests of a class are run right behind each other.
    pub systematic: bool,
    /// Pairs of tests that are run right behind each other, the most promising first: the second one is expected to depend on
    /// the first.
    pub pairs: Vec<(TestIndex, TestIndex)>,
    /// How often an order that shows something is run again, in a fresh JVM each.
    pub confirmations: usize,
    /// The runs of tests that the orders may take; the first three orders are run however long they are.
    pub max_runs: usize,
    /// True if the build runs each class in a JVM of its own, so that classes cannot depend on each other.
    pub is_per_class: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            random: 20,
            seed: 0,
            systematic: true,
            pairs: Vec::new(),
            confirmations: 2,
            max_runs: 250_000,
            is_per_class: false,
        }
    }
}

/// Receives the progress of a search, and says when it must end.
pub trait Watch {
    /// An order is about to be run: its number from 0, and the number of all.
    fn order(&self, _run: usize, _all: usize) {}

    /// A test is about to be run alone, to see the state that it leaves behind: its number from 0, and the number of all.
    fn leftovers(&self, _run: usize, _all: usize) {}

    /// A test is about to be confirmed: its number from 0, and the number of all.
    fn confirmation(&self, _confirmed: usize, _all: usize) {}

    /// Returns true if no further orders are to be run, so that there is time left to confirm what was found.
    fn is_time_up(&self) -> bool {
        false
    }

    /// Returns true if nothing further is to be run.
    fn is_over(&self) -> bool {
        false
    }
}

/// Watches nothing.
impl Watch for () {}

/// The kind of a test with several outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It passes alone, and fails behind other tests.
    Victim,
    /// It fails alone, and passes behind other tests.
    Brittle,
    /// It passes once, and fails behind itself only.
    SelfPolluting,
    /// The same order gives different outcomes.
    NonDeterministic,
    /// Its outcome depends on the JVM and its surroundings, and not on the order: it differs only if JVMs are shared with earlier
    /// orders.
    Environment,
}

/// A test that has several outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderDependent {
    pub test: TestIndex,
    pub kind: Kind,
    /// Whether it fails if it is run twice in a row though it passes alone.
    pub is_self_polluting: bool,
    /// A smallest set of tests behind which a victim fails or a brittle test passes: polluters or state-setters. Empty for other
    /// kinds.
    pub cause: Vec<TestIndex>,
    /// The tests before it in orders in which it passes and fails.
    pub passes_behind: Vec<TestIndex>,
    pub fails_behind: Vec<TestIndex>,
    /// True if the state that it depends on outlives its class loader, so that it shows in fresh JVMs only.
    pub needs_jvm: bool,
    /// In how many of the orders it ran, and in how many of these it failed, without confirmations.
    pub runs: usize,
    pub failures: usize,
}

/// An order that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RanOrder {
    pub origin: Origin,
    /// Without tests that were set aside.
    pub order: Order,
    pub outcomes: Vec<Outcome>,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detected {
    pub tests: Vec<OrderDependent>,
    /// Tests with several outcomes that there was no time to confirm.
    pub unconfirmed: Vec<TestIndex>,
    /// Tests that failed in every order.
    pub always_failing: Vec<TestIndex>,
    /// Tests that ended a JVM. They are in no order after the one in which they did.
    pub set_aside: Vec<TestIndex>,
    /// Orders that were run, confirmations not counted.
    pub orders: Vec<RanOrder>,
    /// Orders that were planned.
    pub planned: usize,
    /// Orders that were not planned for their number.
    pub left_out: Vec<LeftOut>,
}

/// The outcomes of one test so far.
#[derive(Clone, Debug, Default)]
struct Seen {
    passed: Option<Vec<TestIndex>>,
    failed: Option<Vec<TestIndex>>,
    /// The tests before it in the shortest order in which it failed when it was run once more, without itself.
    failed_again: Option<Vec<TestIndex>>,
    runs: usize,
    failures: usize,
    is_self_polluting: bool,
    /// The position in the history of all runs behind its last pass.
    last_pass: usize,
    /// The part of the history between its last pass and its first failure behind that. State of the JVM that outlives a class
    /// loader may come from an earlier order.
    trail: Option<(usize, usize)>,
}

/// Runs a suite in many orders.
pub fn detect<R: Runner>(
    runner: &mut R,
    suite: &Suite,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Detected, R::Error> {
    let mut search = Search::new(suite);
    let planned = plan(suite, options);
    search.detected.planned = planned.orders.len();
    search.detected.left_out = planned.left_out;
    for (at, (origin, order)) in planned.orders.into_iter().enumerate() {
        watch.order(at, search.detected.planned);
        // The first order is what the build does; without it there is nothing to compare with.
        if at > 0 && watch.is_time_up() {
            break;
        }
        search.run(runner, origin, order)?;
    }
    search.try_failing_in_fresh_jvms(runner, suite, watch)?;
    let candidates: Vec<TestIndex> = (0..suite.len()).filter(|test| search.is_candidate(*test)).collect();
    let mut confirmation = Confirmation::new(suite, options.confirmations, watch);
    for (at, &test) in candidates.iter().enumerate() {
        watch.confirmation(at, candidates.len());
        if watch.is_over() {
            search.detected.unconfirmed.extend(&candidates[at..]);
            break;
        }
        let seen = &search.seen[test];
        let trail = seen.trail.map_or(&[][..], |(from, to)| &search.history[from..to]);
        let evidence = Evidence {
            passes_behind: seen.passed.clone().unwrap_or_default(),
            fails_behind: match (&seen.failed, &seen.failed_again) {
                (Some(failed), _) => failed.clone(),
                (None, Some(again)) if !seen.is_self_polluting => again.clone(),
                _ => vec![test],
            },
            trail: distinct(trail, test),
            is_self_polluting: seen.is_self_polluting,
            only_behind_itself: seen.failed.is_none() && seen.is_self_polluting,
        };
        match confirmation.confirm(runner, test, evidence)? {
            Some(mut found) => {
                (found.runs, found.failures) = (seen.runs, seen.failures);
                search.detected.tests.push(found);
            }
            None => search.detected.unconfirmed.push(test),
        }
    }
    let always_failing: Vec<TestIndex> = search.never_passed().collect();
    let mut detected = search.detected;
    detected.always_failing = always_failing;
    detected.set_aside = search.set_aside.into_iter().collect();
    Ok(detected)
}

/// A search under way.
struct Search {
    seen: Vec<Seen>,
    /// All runs of tests, in all orders.
    history: Vec<TestIndex>,
    set_aside: BTreeSet<TestIndex>,
    detected: Detected,
}

impl Search {
    fn new(suite: &Suite) -> Self {
        Search {
            seen: vec![Seen::default(); suite.len()],
            history: Vec::new(),
            set_aside: BTreeSet::new(),
            detected: Detected::default(),
        }
    }

    /// Runs an order, without tests that end their JVM: those behind them would not be run.
    fn run<R: Runner>(&mut self, runner: &mut R, origin: Origin, order: Order) -> Result<(), R::Error> {
        let mut order = order;
        loop {
            order.retain(|test| !self.set_aside.contains(test));
            if order.is_empty() {
                return Ok(());
            }
            let outcomes = runner.run(std::slice::from_ref(&order), Freshness::Loader)?.remove(0);
            self.note(origin, &order, &outcomes);
            let ended = order.iter().zip(&outcomes).find(|(_, outcome)| **outcome == Outcome::Ended);
            let ended = ended.map(|(test, _)| *test);
            self.detected.orders.push(RanOrder { origin, order: order.clone(), outcomes });
            match ended {
                Some(test) => self.set_aside.insert(test),
                None => return Ok(()),
            };
        }
    }

    fn note(&mut self, origin: Origin, order: &[TestIndex], outcomes: &[Outcome]) {
        let mut was_run = vec![false; self.seen.len()];
        for (at, (&test, outcome)) in order.iter().zip(outcomes).enumerate() {
            let seen = &mut self.seen[test];
            // Behind itself a test shows what it does to itself, which is another question.
            if std::mem::replace(&mut was_run[test], true) {
                if origin == Origin::Twice {
                    seen.is_self_polluting = outcomes[0] == Outcome::Passed && outcome.is_failure();
                } else if outcome.is_failure()
                    && seen.failed_again.as_ref().is_none_or(|known| known.len() > at)
                {
                    let others = order[..at].iter().copied().filter(|other| *other != test);
                    seen.failed_again = Some(others.collect());
                }
                self.history.push(test);
                continue;
            }
            let place = match outcome {
                Outcome::Skipped => continue,
                Outcome::Passed => {
                    seen.last_pass = self.history.len() + 1;
                    &mut seen.passed
                }
                Outcome::Failed | Outcome::Ended => {
                    seen.failures += 1;
                    seen.trail.get_or_insert((seen.last_pass, self.history.len()));
                    &mut seen.failed
                }
            };
            seen.runs += 1;
            // The shortest way to show it is the best to explain.
            if place.as_ref().is_none_or(|known| known.len() > at) {
                *place = Some(order[..at].to_vec());
            }
            self.history.push(test);
        }
    }

    /// Runs tests that always failed in fresh JVMs: they may only lack what a fresh JVM has. A few orders show that of many tests; what is
    /// left is run alone, if it is not too much.
    fn try_failing_in_fresh_jvms<R: Runner>(
        &mut self,
        runner: &mut R,
        suite: &Suite,
        watch: &dyn Watch,
    ) -> Result<(), R::Error> {
        for order in [orders::original(suite), orders::reversed(suite)] {
            if self.never_passed().next().is_some() && !watch.is_over() {
                self.try_in_fresh_jvm(runner, order)?;
            }
        }
        let alone: Vec<TestIndex> = self.never_passed().take(MOST_ALONE).collect();
        for test in alone.into_iter().take_while(|_| !watch.is_over()) {
            self.try_in_fresh_jvm(runner, vec![test])?;
        }
        Ok(())
    }

    /// Notes the tests that pass in a fresh JVM for the first time.
    fn try_in_fresh_jvm<R: Runner>(&mut self, runner: &mut R, mut order: Order) -> Result<(), R::Error> {
        order.retain(|test| !self.set_aside.contains(test));
        if order.is_empty() {
            return Ok(());
        }
        let outcomes = runner.run(std::slice::from_ref(&order), Freshness::Jvm)?.remove(0);
        for (at, (&test, outcome)) in order.iter().zip(outcomes).enumerate() {
            let seen = &mut self.seen[test];
            if seen.passed.is_none() && outcome == Outcome::Passed {
                seen.passed = Some(order[..at].to_vec());
            }
        }
        Ok(())
    }

    /// Returns the tests that failed and never passed.
    fn never_passed(&self) -> impl Iterator<Item = TestIndex> + '_ {
        let is_failing =
            |test: &TestIndex| self.seen[*test].passed.is_none() && self.seen[*test].failures > 0;
        (0..self.seen.len()).filter(is_failing)
    }

    fn is_candidate(&self, test: TestIndex) -> bool {
        let seen = &self.seen[test];
        seen.passed.is_some()
            && (seen.failed.is_some() || seen.failed_again.is_some() || seen.is_self_polluting)
    }
}

/// Returns the tests of a part of the history, each where it was run last, without one of them.
fn distinct(history: &[TestIndex], without: TestIndex) -> Vec<TestIndex> {
    let mut known = BTreeSet::from([without]);
    let mut last: Vec<TestIndex> = history.iter().rev().copied().filter(|test| known.insert(*test)).collect();
    last.reverse();
    last
}

#[cfg(test)]
mod tests;
