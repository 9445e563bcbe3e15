//! Which tests are order-dependent.

use std::collections::BTreeMap;

use crate::orders;
use crate::runner::{Freshness, Outcome, Runner};
use crate::suite::{Order, Suite, TestIndex};

/// Orders that are run at once: between them progress is reported.
const ORDERS_AT_ONCE: usize = 8;

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
}

impl Default for Options {
    fn default() -> Self {
        Options { random: 20, seed: 0, systematic: true, pairs: Vec::new(), confirmations: 2 }
    }
}

/// The kind of a test with several outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It passes alone, and fails behind other tests.
    Victim,
    /// It fails alone, and passes behind other tests.
    Brittle,
    /// The same order gives different outcomes.
    NonDeterministic,
    /// Orders differ only if they share a JVM with earlier orders: state of the JDK, or outside of the JVM.
    SharedJvm,
}

/// A test that has several outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderDependent {
    pub test: TestIndex,
    pub kind: Kind,
    /// Whether it fails if it is run twice in a row though it passes alone.
    pub is_self_polluting: bool,
    /// The tests before it in orders in which it passes and fails.
    pub passes_behind: Vec<TestIndex>,
    pub fails_behind: Vec<TestIndex>,
    /// In how many of the orders that were run it failed, without confirmations.
    pub failures: usize,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detected {
    pub tests: Vec<OrderDependent>,
    /// Tests that failed in every order.
    pub always_failing: Vec<TestIndex>,
    /// Orders that were run, confirmations not counted.
    pub orders: usize,
}

/// The outcomes of one test so far.
#[derive(Clone, Debug, Default)]
struct Seen {
    passed: Option<Vec<TestIndex>>,
    failed: Option<Vec<TestIndex>>,
    failures: usize,
}

/// Runs a suite in many orders. `progress` gets the number of orders that were run and that of all.
pub fn detect<R: Runner>(
    runner: &mut R,
    suite: &Suite,
    options: &Options,
    progress: &dyn Fn(usize, usize),
) -> Result<Detected, R::Error> {
    let mut detected = Detected::default();
    if suite.is_empty() {
        return Ok(detected);
    }
    let orders = candidates(suite, options);
    let mut seen: Vec<Seen> = vec![Seen::default(); suite.len()];
    for part in orders.chunks(ORDERS_AT_ONCE) {
        progress(detected.orders, orders.len());
        for (order, outcomes) in part.iter().zip(runner.run(part, Freshness::Loader)?) {
            note(order, &outcomes, &mut seen);
        }
        detected.orders += part.len();
    }
    // A test may pollute for itself, which no order shows that has it once.
    let twice: Vec<Order> = (0..suite.len()).map(|test| vec![test, test]).collect();
    let twice = runner.run(&twice, Freshness::Loader)?;
    for (test, seen) in seen.iter().enumerate() {
        let is_self_polluting = twice[test] == [Outcome::Passed, Outcome::Failed];
        let (passes_behind, fails_behind) = match (&seen.passed, &seen.failed) {
            (Some(passed), Some(failed)) => (passed.clone(), failed.clone()),
            (Some(passed), None) if is_self_polluting => (passed.clone(), vec![test]),
            (None, Some(_)) => {
                detected.always_failing.push(test);
                continue;
            }
            _ => continue,
        };
        let kind = confirm(runner, test, &passes_behind, &fails_behind, options.confirmations)?;
        detected.tests.push(OrderDependent {
            test,
            kind,
            is_self_polluting: is_self_polluting && kind != Kind::NonDeterministic,
            passes_behind,
            fails_behind,
            failures: seen.failures,
        });
    }
    Ok(detected)
}

/// Returns the orders that are run, each once.
fn candidates(suite: &Suite, options: &Options) -> Vec<Order> {
    let mut all = vec![orders::original(suite), orders::reversed(suite), orders::reversed_classes(suite)];
    // Every test alone: behind others it may have what it lacks then.
    all.extend((0..suite.len()).map(|test| vec![test]));
    all.extend(orders::covering(suite, &options.pairs));
    all.extend((0..options.random as u64).map(|at| orders::random(suite, options.seed.wrapping_add(at))));
    if options.systematic {
        all.extend(orders::pairs_within_classes(suite));
        all.extend(orders::pairs_of_classes(suite));
    }
    let mut known: BTreeMap<Order, ()> = BTreeMap::new();
    all.retain(|order| known.insert(order.clone(), ()).is_none());
    all
}

fn note(order: &[TestIndex], outcomes: &[Outcome], seen: &mut [Seen]) {
    for (at, (&test, outcome)) in order.iter().zip(outcomes).enumerate() {
        let seen = &mut seen[test];
        let place = match outcome {
            Outcome::Passed => &mut seen.passed,
            Outcome::Failed => {
                seen.failures += 1;
                &mut seen.failed
            }
            Outcome::Skipped => continue,
        };
        // The shortest way to show it is the best to explain.
        if place.as_ref().is_none_or(|known| known.len() > at) {
            *place = Some(order[..at].to_vec());
        }
    }
}

/// Runs a test in fresh JVMs behind the tests with which it passed and failed, and alone.
fn confirm<R: Runner>(
    runner: &mut R,
    test: TestIndex,
    passes_behind: &[TestIndex],
    fails_behind: &[TestIndex],
    confirmations: usize,
) -> Result<Kind, R::Error> {
    let behind = |before: &[TestIndex]| -> Order { before.iter().copied().chain([test]).collect() };
    let count = confirmations.max(1);
    let mut orders: Vec<Order> = Vec::new();
    for before in [passes_behind, fails_behind, &[]] {
        orders.extend(std::iter::repeat_n(behind(before), count));
    }
    let outcomes = runner.run(&orders, Freshness::Jvm)?;
    let last: Vec<Option<Outcome>> = outcomes.iter().map(|outcomes| outcomes.last().copied()).collect();
    let same = |part: &[Option<Outcome>]| part.iter().all(|outcome| *outcome == part[0]).then_some(part[0]);
    let (passing, failing, alone) =
        (same(&last[..count]), same(&last[count..2 * count]), same(&last[2 * count..]));
    Ok(match (passing, failing, alone) {
        (Some(Some(Outcome::Passed)), Some(Some(Outcome::Failed)), Some(Some(Outcome::Passed))) => {
            Kind::Victim
        }
        (Some(Some(Outcome::Passed)), Some(Some(Outcome::Failed)), Some(Some(Outcome::Failed))) => {
            Kind::Brittle
        }
        (Some(passing), Some(failing), Some(_)) if passing == failing => Kind::SharedJvm,
        _ => Kind::NonDeterministic,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulated::{Simulated, Step, cleans, needs, sets};

    fn found(tests: &[(&str, &[Step])], options: &Options) -> Vec<(String, Kind, bool)> {
        let (suite, mut runner) = Simulated::suite(tests);
        let detected = detect(&mut runner, &suite, options, &|_, _| ()).unwrap();
        let row = |found: &OrderDependent| {
            (suite.test(found.test).to_string(), found.kind, found.is_self_polluting)
        };
        detected.tests.iter().map(row).collect()
    }

    #[test]
    fn victims_and_brittle_tests_are_told_apart() {
        let tests: [(&str, &[Step]); 5] = [
            ("a.A#victim", &[needs("x", 0)]),
            ("a.A#polluter", &[sets("x", 1)]),
            ("a.B#setter", &[sets("y", 1)]),
            ("a.B#brittle", &[needs("y", 1)]),
            ("a.B#sound", &[]),
        ];
        let expected = [("a.A#victim", Kind::Victim, false), ("a.B#brittle", Kind::Brittle, false)];
        assert_eq!(
            found(&tests, &Options::default()),
            expected.map(|(name, kind, is_self_polluting)| (name.to_owned(), kind, is_self_polluting))
        );
    }

    #[test]
    fn a_test_that_fails_the_second_time_pollutes_for_itself() {
        let tests: [(&str, &[Step]); 2] = [("a.A#once", &[needs("x", 0), sets("x", 1)]), ("a.A#sound", &[])];
        assert_eq!(found(&tests, &Options::default()), [("a.A#once".to_owned(), Kind::Victim, true)]);
    }

    #[test]
    fn only_the_same_outcome_again_is_order_dependence() {
        let tests: [(&str, &[Step]); 3] =
            [("a.A#flaky", &[Step::Alternates]), ("a.A#other", &[]), ("a.B#third", &[])];
        assert_eq!(
            found(&tests, &Options::default()),
            [("a.A#flaky".to_owned(), Kind::NonDeterministic, false)]
        );
    }

    #[test]
    fn tests_that_always_fail_are_counted_apart() {
        let (suite, mut runner) =
            Simulated::suite(&[("a.A#broken", &[needs("x", 3)]), ("a.A#jvm", &[Step::NeedsNewJvm])]);
        let detected = detect(&mut runner, &suite, &Options::default(), &|_, _| ()).unwrap();
        assert_eq!((detected.tests, detected.always_failing), (vec![], vec![0, 1]));
        let (suite, mut runner) = Simulated::suite(&[]);
        assert_eq!(
            detect(&mut runner, &suite, &Options::default(), &|_, _| ()).unwrap(),
            Detected::default()
        );
    }

    /// A cleaner hides the polluter in most orders; a pair that is known to share state shows it with few.
    #[test]
    fn pairs_that_share_state_are_tried_first() {
        let mut tests: Vec<(String, Vec<Step>)> =
            (0..12).map(|at| (format!("a.C{at}#cleans"), vec![cleans("x")])).collect();
        tests.insert(6, ("a.P#pollutes".to_owned(), vec![sets("x", 1)]));
        tests.push(("a.V#victim".to_owned(), vec![needs("x", 0)]));
        let tests: Vec<(&str, &[Step])> = tests.iter().map(|(name, steps)| (&**name, &**steps)).collect();
        let few = Options { random: 0, systematic: false, ..Options::default() };
        assert_eq!(found(&tests, &few), []);
        let expected = [("a.V#victim".to_owned(), Kind::Victim, false)];
        assert_eq!(found(&tests, &Options { pairs: vec![(6, 13)], ..few.clone() }), expected);
        assert_eq!(found(&tests, &Options { systematic: true, ..few }), expected);
    }
}
