//! Further rounds of repairs: tests that fail in random orders with the changes so far.
//!
//! A change for one test shows whether others pass behind the same polluters. It says nothing about polluters that no search
//! has seen, nor about tests that only several others together affect. So the suite is run in random orders with all changes,
//! and the causes of what fails there are looked for with the changes in place.

use std::collections::BTreeMap;

use reenact_order::fix::{Diagnosis, Hints, Repairer, diagnose};
use reenact_order::{Freshness, Order, Outcome, Runner, TestIndex, orders};
use reenact_report::order::fixed::{FixedTest, OrdersAfter};
use reenact_wire::driver::TestId;

use super::super::Error;
use super::super::project::TestSuite;
use super::lab::Bench;

/// Rounds of repairs after the first.
pub const MOST_ROUNDS: usize = 3;

/// Random orders that a short suite is run in unless told.
pub const USUAL_ORDERS: usize = 20;

/// The suite in random orders with all changes.
#[derive(Default)]
pub struct After {
    pub report: OrdersAfter,
    /// The tests that failed, each with the tests before it in the shortest order that shows it.
    pub failing: BTreeMap<TestIndex, Vec<TestIndex>>,
}

/// Runs a suite in random orders with all changes.
pub fn run_orders(
    repairer: &mut Repairer<'_, '_, Bench<'_>>,
    suite: &TestSuite,
    count: usize,
    seed: u64,
) -> Result<After, Error> {
    let mut after = After::default();
    (after.report.orders, after.report.seed) = (count, seed);
    let mut failed: BTreeMap<TestIndex, usize> = BTreeMap::new();
    let random: Vec<Order> = (0..count as u64).map(|at| orders::random(&suite.tests, seed + at)).collect();
    for (order, outcomes) in random.iter().zip(repairer.run_orders(&named(suite, &random))?) {
        let failures =
            (0..order.len()).filter(|at| outcomes.get(*at).is_some_and(|outcome| outcome.is_failure()));
        let failures: Vec<usize> = failures.collect();
        after.report.passed += usize::from(failures.is_empty());
        for at in failures {
            *failed.entry(order[at]).or_default() += 1;
            let before = after.failing.entry(order[at]).or_insert_with(|| order[..at].to_vec());
            if at < before.len() {
                *before = order[..at].to_vec();
            }
        }
    }
    let one = |(test, count): (TestIndex, usize)| (suite.tests.test(test).to_string(), count);
    after.report.failed = failed.into_iter().map(one).collect();
    Ok(after)
}

/// Looks for the causes of a test with all changes in place. `None` if it passes behind the tests that it failed behind.
pub fn diagnose_with_changes(
    repairer: &mut Repairer<'_, '_, Bench<'_>>,
    suite: &TestSuite,
    test: TestIndex,
    before: &[TestIndex],
    hints: &Hints<'_>,
) -> Result<Option<Diagnosis>, Error> {
    let mut runner = WithChanges { repairer, suite };
    let order: Order = before.iter().copied().chain([test]).collect();
    let outcomes = runner.run(&[order], Freshness::Loader)?;
    match outcomes[0].last() {
        Some(Outcome::Passed) => Ok(None),
        _ => diagnose(&mut runner, &suite.tests, test, Some(before), hints).map(Some),
    }
}

/// Runs orders with all accepted changes.
struct WithChanges<'r, 'a, 'w, 's> {
    repairer: &'r mut Repairer<'a, 'w, Bench<'s>>,
    suite: &'r TestSuite,
}

impl Runner for WithChanges<'_, '_, '_, '_> {
    type Error = Error;

    fn run(&mut self, orders: &[Order], freshness: Freshness) -> Result<Vec<Vec<Outcome>>, Error> {
        self.repairer.run_with_edits(&named(self.suite, orders), freshness)
    }
}

fn named(suite: &TestSuite, orders: &[Order]) -> Vec<Vec<TestId>> {
    let named = |order: &Order| order.iter().map(|test| suite.tests.test(*test).clone()).collect();
    orders.iter().map(named).collect()
}

/// Adds the result of a further round to that of earlier ones.
pub fn add(tests: &mut Vec<FixedTest>, new: FixedTest) {
    let Some(known) = tests.iter_mut().find(|known| known.test == new.test) else {
        tests.push(new);
        return;
    };
    known.tried += new.tried;
    known.seconds += new.seconds;
    if new.verdict != "repaired" {
        let behind: Vec<String> = new.causes.iter().map(|set| set.join(" and ")).collect();
        let reason = new.reason.unwrap_or_default();
        known.reason =
            Some(format!("with the other changes it fails behind {}: {reason}", behind.join(", ")));
        known.verdict = new.verdict;
    } else if known.code.is_none() {
        (known.verdict, known.reason) = (new.verdict, new.reason);
        (known.code, known.origin, known.place) = (new.code, new.origin, new.place);
        (known.state, known.state_reason) = (new.state, new.state_reason);
    } else {
        known.verdict = new.verdict;
        join(&mut known.code, new.code, " ");
        join(&mut known.place, new.place, " and ");
    }
    known.causes.extend(new.causes.into_iter().filter(|set| !known.causes.contains(set)).collect::<Vec<_>>());
    let parts = new.depends_on.into_iter().filter(|part| !known.depends_on.contains(part));
    known.depends_on.extend(parts.collect::<Vec<_>>());
}

/// Notes the tests that still fail in some random orders, and not in all: they are not repaired, whatever was found before.
pub fn note_failures(tests: &mut Vec<FixedTest>, after: &OrdersAfter) {
    for (test, count) in after.failed.iter().filter(|(_, count)| *count < after.orders) {
        let reason = format!(
            "it fails in {count} of {} random orders with the changes, by a cause that was not found",
            after.orders
        );
        match tests.iter_mut().find(|known| known.test == *test) {
            Some(known) if known.verdict == "repaired" => {
                (known.verdict, known.reason) = ("not repaired".to_owned(), Some(reason));
            }
            Some(_) => {}
            None => tests.push(FixedTest {
                test: test.clone(),
                kind: "non-deterministic".to_owned(),
                verdict: "not repaired".to_owned(),
                reason: Some(reason),
                ..FixedTest::default()
            }),
        }
    }
}

fn join(text: &mut Option<String>, more: Option<String>, between: &str) {
    *text = match (text.take(), more) {
        (Some(text), Some(more)) if text != more => Some(format!("{text}{between}{more}")),
        (text, more) => text.or(more),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(verdict: &str, code: Option<&str>, cause: &str) -> FixedTest {
        FixedTest {
            test: "a.A#victim".to_owned(),
            verdict: verdict.to_owned(),
            code: code.map(str::to_owned),
            causes: vec![vec![cause.to_owned()]],
            tried: 2,
            ..FixedTest::default()
        }
    }

    #[test]
    fn a_test_that_fails_with_the_changes_is_not_repaired() {
        let mut tests = vec![fixed("repaired", Some("A.clear();"), "a.B#first")];
        let failed = [("a.A#victim", 1), ("a.A#other", 2), ("a.A#always", 20)];
        let after = OrdersAfter {
            orders: 20,
            failed: failed.map(|(test, count)| (test.to_owned(), count)).to_vec(),
            ..OrdersAfter::default()
        };
        note_failures(&mut tests, &after);
        let verdicts: Vec<(&str, &str)> = tests.iter().map(|test| (&*test.test, &*test.verdict)).collect();
        assert_eq!(verdicts, [("a.A#victim", "not repaired"), ("a.A#other", "not repaired")]);
        assert!(tests[0].reason.as_ref().unwrap().starts_with("it fails in 1 of 20 random orders"));
    }

    #[test]
    fn a_further_round_adds_causes_and_statements() {
        let mut tests = vec![fixed("repaired", Some("A.clear();"), "a.B#first")];
        add(&mut tests, fixed("repaired", Some("C.clear();"), "a.B#second"));
        assert_eq!(tests[0].code.as_deref(), Some("A.clear(); C.clear();"));
        assert_eq!((tests[0].causes.len(), tests[0].tried), (2, 4));
        // A test that fails behind another polluter is not repaired, whatever was said of the first one.
        add(&mut tests, fixed("not repaired", None, "a.B#third"));
        assert_eq!((tests.len(), &*tests[0].verdict), (1, "not repaired"));
        assert!(tests[0].reason.as_ref().unwrap().contains("a.B#third"));
        // By the change for another test, it may be repaired in the end.
        let mut tests = vec![fixed("not repaired", None, "a.B#first")];
        add(&mut tests, fixed("repaired", None, "a.B#first"));
        assert_eq!((&*tests[0].verdict, tests[0].causes.len()), ("repaired", 1));
    }
}
