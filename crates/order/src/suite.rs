//! The tests of a suite, in the order in which its build runs them.

use std::collections::BTreeMap;
use std::ops::Range;

use reenact_wire::driver::TestId;

/// Position of a test in its [`Suite`].
pub type TestIndex = usize;

/// Tests in the order in which they are run. A test may stand in it more than once.
pub type Order = Vec<TestIndex>;

/// The tests of a suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite {
    tests: Vec<TestId>,
    /// The tests of each top-level class, in the order of the classes.
    classes: Vec<Range<TestIndex>>,
}

impl Suite {
    /// Takes tests in the order of the build. Tests of one top-level class that are apart are put together, where the first of
    /// them stands.
    pub fn new(tests: Vec<TestId>) -> Self {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut by_class: Vec<Vec<TestId>> = Vec::new();
        for test in tests {
            let at = *places.entry(top_level(&test.class).to_owned()).or_insert_with(|| {
                by_class.push(Vec::new());
                by_class.len() - 1
            });
            by_class[at].push(test);
        }
        let mut suite = Suite::default();
        for class in by_class {
            let first = suite.tests.len();
            suite.tests.extend(class);
            suite.classes.push(first..suite.tests.len());
        }
        suite
    }

    pub fn len(&self) -> usize {
        self.tests.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    pub fn test(&self, index: TestIndex) -> &TestId {
        &self.tests[index]
    }

    /// Returns the tests of each top-level class.
    pub fn classes(&self) -> &[Range<TestIndex>] {
        &self.classes
    }

    /// Returns the position of a test's class in [`Suite::classes`].
    pub fn class_of(&self, test: TestIndex) -> usize {
        self.classes.partition_point(|class| class.end <= test)
    }

    /// Returns the names of the tests of an order.
    pub fn names(&self, order: &[TestIndex]) -> Vec<String> {
        order.iter().map(|&test| self.tests[test].to_string()).collect()
    }
}

/// Returns the binary name of the class that a class lies in.
fn top_level(class: &str) -> &str {
    // A dollar that begins a name belongs to it.
    let package = class.rfind('.').map_or(0, |dot| dot + 1);
    match class[package..].char_indices().skip(1).find(|(_, char)| *char == '$') {
        Some((dollar, _)) => &class[..package + dollar],
        None => class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_a_class_and_its_nested_classes_are_together() {
        let names = ["a.A#one", "a.B#two", "a.A$Inner#three", "a.$C$D#four", "a.$C#five"];
        let suite = Suite::new(names.map(|name| name.parse().unwrap()).to_vec());
        assert_eq!(
            suite.names(&[0, 1, 2, 3, 4]),
            ["a.A#one", "a.A$Inner#three", "a.B#two", "a.$C$D#four", "a.$C#five"]
        );
        assert_eq!(suite.classes(), [0..2, 2..3, 3..5]);
        assert_eq!([0, 1, 2, 3, 4].map(|test| suite.class_of(test)), [0, 0, 1, 2, 2]);
    }
}
