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
    /// The same with a variable that orders in one JVM share.
    NeedsInJvm(&'static str, i32),
    SetsInJvm(&'static str, i32),
    /// Ends the JVM.
    EndsJvm,
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

pub fn needs_in_jvm(variable: &'static str, value: i32) -> Step {
    Step::NeedsInJvm(variable, value)
}

pub fn sets_in_jvm(variable: &'static str, value: i32) -> Step {
    Step::SetsInJvm(variable, value)
}

/// Runs simulated tests.
pub struct Simulated {
    tests: Vec<Vec<Step>>,
    runs: usize,
    /// Variables of the warm JVM.
    warm: BTreeMap<&'static str, i32>,
    pub orders: usize,
}

impl Simulated {
    /// Tests of one class must be next to each other.
    pub fn suite(tests: &[(&str, &[Step])]) -> (Suite, Simulated) {
        let suite = Suite::new(tests.iter().map(|(name, _)| name.parse().unwrap()).collect());
        let tests = tests.iter().map(|(_, steps)| steps.to_vec()).collect();
        (suite, Simulated { tests, runs: 0, warm: BTreeMap::new(), orders: 0 })
    }

    fn run_test(
        &mut self,
        test: usize,
        state: &mut BTreeMap<&'static str, i32>,
        of_jvm: &mut BTreeMap<&'static str, i32>,
        freshness: Freshness,
    ) -> Outcome {
        let get = |state: &BTreeMap<&'static str, i32>, name: &str| state.get(name).copied().unwrap_or(0);
        for step in self.tests[test].clone() {
            let holds = match step {
                Step::Needs(variable, value) => get(state, variable) == value,
                Step::NeedsInJvm(variable, value) => get(of_jvm, variable) == value,
                Step::Sets(variable, value) => {
                    state.insert(variable, value);
                    true
                }
                Step::SetsInJvm(variable, value) => {
                    of_jvm.insert(variable, value);
                    true
                }
                Step::Alternates => {
                    self.runs += 1;
                    self.runs.is_multiple_of(2)
                }
                Step::NeedsNewJvm => freshness == Freshness::Jvm,
                Step::EndsJvm => return Outcome::Ended,
            };
            if !holds {
                return Outcome::Failed;
            }
        }
        Outcome::Passed
    }
}

impl Runner for Simulated {
    type Error = Infallible;

    fn run(&mut self, orders: &[Order], freshness: Freshness) -> Result<Vec<Vec<Outcome>>, Infallible> {
        self.orders += orders.len();
        let mut outcomes = Vec::new();
        for order in orders {
            let mut state = BTreeMap::new();
            let mut of_jvm = match freshness {
                Freshness::Loader => std::mem::take(&mut self.warm),
                Freshness::Jvm => BTreeMap::new(),
            };
            let mut ended = Vec::new();
            for test in order {
                let outcome = match ended.contains(&Outcome::Ended) {
                    true => Outcome::Skipped,
                    false => self.run_test(*test, &mut state, &mut of_jvm, freshness),
                };
                ended.push(outcome);
            }
            if freshness == Freshness::Loader && !ended.contains(&Outcome::Ended) {
                self.warm = of_jvm;
            }
            outcomes.push(ended);
        }
        Ok(outcomes)
    }
}
