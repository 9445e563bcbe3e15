//! The JVMs that run orders.

use std::collections::BTreeMap;
use std::time::Duration;

use reenact_jvm::driver::{Driver, Isolation, Outcome as Ended, RunReport, TestReport, TestRun};
use reenact_order::{Freshness, Order, Outcome, Runner, TestIndex};

use reenact_report::order::Failure;

use super::Error;
use super::failure::failure;
use super::project::TestSuite;

/// Orders after which the warm JVM is replaced: classes of earlier orders may be held by threads and caches for good.
const ORDERS_PER_JVM: usize = 200;

/// Runs orders of a suite: in one warm JVM with a fresh class loader for each, or each in a fresh JVM.
pub struct Jvms<'s> {
    suite: &'s TestSuite,
    /// The time that a test may take.
    limit: Duration,
    warm: Option<Driver>,
    /// Orders that the warm JVM has run.
    orders_in_warm: usize,
    fresh: Option<Driver>,
    /// The last failure of each test that failed, with its outcome: orders become shorter and JVMs fresher.
    pub failures: BTreeMap<TestIndex, (String, Option<Failure>)>,
    /// Orders that were run.
    pub orders: usize,
    /// JVMs that were started.
    pub jvms: usize,
}

impl<'s> Jvms<'s> {
    /// JVMs are started when they are first needed.
    pub fn new(suite: &'s TestSuite, limit: Duration) -> Self {
        Jvms {
            suite,
            limit,
            warm: None,
            orders_in_warm: 0,
            fresh: None,
            failures: BTreeMap::new(),
            orders: 0,
            jvms: 0,
        }
    }

    /// Runs one order and returns all that is known about each test. A test that ends its JVM is the last one whose report says
    /// anything about the order: those behind it have run in another JVM.
    pub fn report(&mut self, order: &[TestIndex], freshness: Freshness) -> Result<RunReport, Error> {
        let mut run = TestRun::new(order.iter().map(|&test| self.suite.tests.test(test).clone()).collect());
        run.limit = self.limit;
        run.overrides = self.suite.overrides.iter().map(|scratch| scratch.path().to_owned()).collect();
        run.isolation = match freshness {
            Freshness::Loader => Isolation::LoaderPerRun,
            // A driver that has just started has a fresh JVM.
            Freshness::Jvm if self.fresh.is_none() => Isolation::None,
            Freshness::Jvm => Isolation::JvmPerRun,
        };
        if freshness == Freshness::Loader && self.orders_in_warm >= ORDERS_PER_JVM {
            self.warm = None;
        }
        let driver = match freshness {
            Freshness::Loader => &mut self.warm,
            Freshness::Jvm => &mut self.fresh,
        };
        let driver = match driver {
            Some(driver) => driver,
            None => {
                self.jvms += 1;
                self.orders_in_warm = 0;
                driver.insert(Driver::start(self.suite.jvm.clone())?)
            }
        };
        let report = driver.run(&run)?;
        self.orders += 1;
        self.orders_in_warm += usize::from(freshness == Freshness::Loader);
        self.jvms += match run.isolation {
            Isolation::JvmPerRun => report.jvms as usize,
            _ => (report.jvms as usize).saturating_sub(1),
        };
        for (&test, report) in order.iter().zip(&report.tests) {
            if outcome(report).is_failure() {
                self.failures.insert(test, (report.outcome().to_string(), failure(report)));
            }
        }
        Ok(report)
    }
}

impl Runner for Jvms<'_> {
    type Error = Error;

    fn run(&mut self, orders: &[Order], freshness: Freshness) -> Result<Vec<Vec<Outcome>>, Error> {
        let mut outcomes = Vec::with_capacity(orders.len());
        for order in orders {
            outcomes.push(outcomes_of(&self.report(order, freshness)?));
        }
        Ok(outcomes)
    }
}

/// Returns the outcomes of an order. Tests behind one that ended the JVM were not run in that order.
pub fn outcomes_of(report: &RunReport) -> Vec<Outcome> {
    let mut is_over = false;
    let one = |test: &TestReport| {
        let outcome = if is_over { Outcome::Skipped } else { outcome(test) };
        is_over |= outcome == Outcome::Ended;
        outcome
    };
    report.tests.iter().map(one).collect()
}

/// Returns true if a test hung, exited or crashed.
pub fn has_ended_jvm(test: &TestReport) -> bool {
    outcome(test) == Outcome::Ended
}

fn outcome(test: &TestReport) -> Outcome {
    match test.outcome() {
        Ended::Passed => Outcome::Passed,
        Ended::Failed => Outcome::Failed,
        Ended::Aborted | Ended::Skipped | Ended::NotFound => Outcome::Skipped,
        Ended::TimedOut | Ended::Exited(_) | Ended::Crashed(_) => Outcome::Ended,
    }
}
