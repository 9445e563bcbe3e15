//! Which tests there are.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use reenact_wire::driver::{Command, Discover, Event, TestId};

use super::jvm::texts;
use super::{Driver, DriverError};

/// Looking runs no test, but runners may initialize classes, and those may do anything.
const LIMIT: Duration = Duration::from_secs(300);

/// The tests of some classes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovered {
    /// In the order of the classes, and within a class in JUnit's. Parameter types are there only where the
    /// name alone would mean several tests.
    pub tests: Vec<TestId>,
    /// Classes that could not be looked at, with the reason.
    pub problems: Vec<(String, String)>,
}

impl Driver {
    /// The tests of classes, given by binary name, in `places` or on the class path. Nested classes are to be
    /// given too.
    pub fn discover(&mut self, places: &[PathBuf], classes: &[String]) -> Result<Discovered, DriverError> {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let places: Vec<PathBuf> = places.iter().map(absolute).collect();
        let command = Command::Discover(Discover { places: texts(&places)?, classes: classes.to_vec() });
        match self.ask(&command, LIMIT)? {
            Event::Discovered { tests, problems } => Ok(Discovered { tests: shortened(tests), problems }),
            event => Err(DriverError::unexpected(&event)),
        }
    }
}

/// Leaves parameter types out where the name is enough.
fn shortened(mut tests: Vec<TestId>) -> Vec<TestId> {
    let mut counts: HashMap<(String, String), u32> = HashMap::new();
    for test in &tests {
        *counts.entry((test.class.clone(), test.method.clone())).or_default() += 1;
    }
    for test in &mut tests {
        if counts.get(&(test.class.clone(), test.method.clone())) == Some(&1) {
            test.parameters = None;
        }
    }
    tests
}
