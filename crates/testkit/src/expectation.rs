//! Expectations as comments beside the Java code they are about.

use std::collections::BTreeMap;
use std::fmt;

use crate::SourceFile;

/// An expected or found result at a line.
///
/// In the source it is a comment beside the code, `// kind: text`. A line can have several, one
/// after the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expectation {
    /// The fixture's file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The kind of result, such as `expect`.
    pub kind: String,
    /// The result itself.
    pub text: String,
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} {}: {}", self.file, self.line, self.kind, self.text)
    }
}

/// Compares found results with expected ones as multisets: the order does not matter, the number of equal results does.
/// Panics with a list of the results that were found and not expected, and the reverse.
#[track_caller]
pub fn check(actual: impl IntoIterator<Item = Expectation>, expected: impl IntoIterator<Item = Expectation>) {
    let mut balance: BTreeMap<Expectation, i32> = BTreeMap::new();
    actual.into_iter().for_each(|found| *balance.entry(found).or_default() += 1);
    expected.into_iter().for_each(|wanted| *balance.entry(wanted).or_default() -= 1);
    let difference: String = balance
        .iter()
        .filter(|(_, balance)| **balance != 0)
        .map(|(expectation, balance)| {
            let verdict = if *balance > 0 { "found, not expected" } else { "expected, not found" };
            let times = if balance.abs() > 1 { format!(" ({} times)", balance.abs()) } else { String::new() };
            format!("  {verdict}: {expectation}{times}\n")
        })
        .collect();
    assert!(difference.is_empty(), "what was found is not what the fixture's comments say:\n{difference}");
}

/// Returns the expectations of these kinds in a file.
pub(crate) fn of_file(file: &SourceFile, kinds: &[&str]) -> Vec<Expectation> {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(file.text.lines()) {
        for comment in text.split("//").skip(1) {
            let Some((kind, text)) = comment.split_once(':') else { continue };
            if kinds.contains(&kind.trim()) {
                found.push(Expectation {
                    file: file.path.clone(),
                    line,
                    kind: kind.trim().to_owned(),
                    text: text.trim().to_owned(),
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fixture;

    fn expectation(line: u32, kind: &str, text: &str) -> Expectation {
        Expectation { file: "A.java".into(), line, kind: kind.into(), text: text.into() }
    }

    #[test]
    fn comments_of_the_kinds_asked_for() {
        let fixture = Fixture::parse(
            "
            class A { // note: not asked for
                int x = 1; // expect: a: b // reads: x
                // expect:
                String s = \"http://expect\"; // expect
            }
            ",
        );
        let expected =
            [expectation(2, "expect", "a: b"), expectation(2, "reads", "x"), expectation(3, "expect", "")];
        assert_eq!(fixture.expectations(&["expect", "reads"]), expected);
        assert_eq!(fixture.expectations(&[]), []);
    }

    #[test]
    fn equal_sets_in_any_order_pass() {
        let (a, b) = (expectation(1, "expect", "a"), expectation(2, "expect", "b"));
        check([a.clone(), b.clone(), b.clone()], [b.clone(), a, b]);
    }

    #[test]
    #[should_panic(expected = "what was found is not what the fixture's comments say:
  expected, not found: A.java:1 expect: a
  found, not expected: A.java:1 expect: c
  expected, not found: A.java:2 expect: b (2 times)
")]
    fn differences_are_listed() {
        let b = || expectation(2, "expect", "b");
        check([b(), expectation(1, "expect", "c")], [b(), b(), b(), expectation(1, "expect", "a")]);
    }
}
