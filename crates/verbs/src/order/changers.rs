//! The tests that change a part of the state, as a search has seen them.

use std::collections::BTreeMap;

use reenact_order::TestIndex;
use reenact_report::order::Detection;

use super::project::TestSuite;

/// Tests that are tried one by one as further causes of a test.
const MOST: usize = 60;

/// The tests that leave each part of the state changed, by its path.
#[derive(Clone, Debug, Default)]
pub struct Changers {
    by_path: BTreeMap<String, Vec<TestIndex>>,
}

impl Changers {
    /// Reads the state that tests leave behind from a report. Tests that the suite does not have any more are left out.
    pub fn of(report: &Detection, suite: &TestSuite) -> Self {
        let mut by_path: BTreeMap<String, Vec<TestIndex>> = BTreeMap::new();
        for left in report.left_behind.iter().flatten() {
            let Ok(test) = suite.find(&left.test) else { continue };
            for state in left.state.iter().filter(|state| !state.same_content) {
                by_path.entry(state.path.clone()).or_default().push(test);
            }
        }
        Changers { by_path }
    }

    /// True if nothing is known.
    pub fn is_empty(&self) -> bool {
        self.by_path.is_empty()
    }

    /// Returns the tests that change one of these parts, then those that change another part behind the same static field: an object
    /// that several fields lead to has the path by which it was found first.
    pub fn of_parts(&self, parts: &[String], fields: &[String]) -> Vec<TestIndex> {
        let mut found: Vec<TestIndex> = Vec::new();
        let same = parts.iter().filter_map(|part| self.by_path.get(part)).flatten();
        let is_behind = |path: &str, field: &String| {
            path.strip_prefix(field.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let beside =
            self.by_path.iter().filter(|(path, _)| fields.iter().any(|field| is_behind(path, field)));
        for &test in same.chain(beside.flat_map(|(_, tests)| tests)) {
            if !found.contains(&test) {
                found.push(test);
            }
        }
        found.truncate(MOST);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_change_the_same_part_come_first() {
        let paths = [("p.A.one.list", vec![3, 1]), ("p.A.one.map", vec![1, 2]), ("p.A.oneMore", vec![4])];
        let changers =
            Changers { by_path: paths.into_iter().map(|(path, tests)| (path.to_owned(), tests)).collect() };
        let of = |part: &str, field: &str| changers.of_parts(&[part.to_owned()], &[field.to_owned()]);
        assert_eq!(of("p.A.one.map", "p.A.one"), [1, 2, 3]);
        assert_eq!(of("p.A.oneMore", "p.A.oneMore"), [4]);
        assert!(of("p.B.other", "p.B.other").is_empty());
    }
}
