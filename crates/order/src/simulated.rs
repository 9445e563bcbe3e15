//! A suite without a JVM: tests read and write variables.

use std::collections::BTreeMap;
use std::convert::Infallible;

use crate::runner::{Freshness, Outcome, Runner};
use crate::suite::{Order, Suite};

/// A step of a test. A test that fails does nothing more.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Fails unless a variable, 0 at first, has a value.
    Needs(&'static str, i32),
    Sets(&'static str, i32),
    /// Passes every other time.
    Alternates,
    /// Fails unless the JVM is new.
    NeedsNewJvm,
}

pub fn needs(variable: &'static str, value: i32) -> Step {
    Step::Needs(variable, value)
}

pub fn sets(variable: &'static str, value: i32) -> Step {
    Step::Sets(variable, value)
}

pub fn cleans(variable: &'static str) -> Step {
    Step::Sets(variable, 0)
}

/// Runs simulated tests.
pub struct Simulated {
    tests: Vec<Vec<Step>>,
    runs: usize,
    pub orders: usize,
}

impl Simulated {
    /// Tests of one class must be next to each other.
    pub fn suite(tests: &[(&str, &[Step])]) -> (Suite, Simulated) {
        let suite = Suite::new(tests.iter().map(|(name, _)| name.parse().unwrap()).collect());
        let tests = tests.iter().map(|(_, steps)| steps.to_vec()).collect();
        (suite, Simulated { tests, runs: 0, orders: 0 })
    }

    fn passes(&mut self, test: usize, state: &mut BTreeMap<&'static str, i32>, freshness: Freshness) -> bool {
        for step in self.tests[test].clone() {
            let holds = match step {
                Step::Needs(variable, value) => state.get(variable).copied().unwrap_or(0) == value,
                Step::Sets(variable, value) => {
                    state.insert(variable, value);
                    true
                }
                Step::Alternates => {
                    self.runs += 1;
                    self.runs.is_multiple_of(2)
                }
                Step::NeedsNewJvm => freshness == Freshness::Jvm,
            };
            if !holds {
                return false;
            }
        }
        true
    }
}

impl Runner for Simulated {
    type Error = Infallible;

    fn run(&mut self, orders: &[Order], freshness: Freshness) -> Result<Vec<Vec<Outcome>>, Infallible> {
        self.orders += orders.len();
        let mut outcomes = Vec::new();
        for order in orders {
            let mut state = BTreeMap::new();
            let passes = |test: &usize| match self.passes(*test, &mut state, freshness) {
                true => Outcome::Passed,
                false => Outcome::Failed,
            };
            outcomes.push(order.iter().map(passes).collect());
        }
        Ok(outcomes)
    }
}
