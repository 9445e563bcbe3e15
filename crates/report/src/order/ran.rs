//! One order that was run.

use std::borrow::Cow;

use reenact_base::finding::{Code, Finding, Subject};
use serde::{Deserialize, Serialize};

use super::Failure;
use crate::layout::{two_columns, wrap};
use crate::{Report, Style, finding};

/// The report of `reenact order run PROJECT --order …`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderRun {
    /// The module, or the places of the test classes.
    pub suite: String,
    /// Version of the JDK that ran the tests.
    pub jdk: String,
    /// The tests in the order in which they ran.
    pub tests: Vec<RanTest>,
    /// Problems of finding the tests.
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// A test that was run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RanTest {
    pub test: String,
    /// `passed`, `failed`, `skipped`, `timed out`, `exited with code 1`.
    pub outcome: String,
    pub passed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// The JVM that ran it, from 0: a test that ends its JVM leaves the others to the next.
    pub jvm: u32,
}

impl RanTest {
    /// Returns true if it was run and did not pass.
    pub fn is_failure(&self) -> bool {
        !self.passed && !matches!(&*self.outcome, "skipped" | "aborted")
    }
}

impl Report for OrderRun {
    const FORMAT: &'static str = "reenact.order-run/1";

    fn title(&self) -> String {
        format!("An order of {}", self.suite)
    }

    fn text_in(&self, style: Style) -> String {
        let failed = self.tests.iter().filter(|test| test.is_failure()).count();
        let mut out = format!("{} tests in one JVM, JDK {}: {failed} failed\n\n", self.tests.len(), self.jdk);
        out.push_str(&two_columns(self.tests.iter().map(|test| (&*test.outcome, test.test.clone())), style));
        for test in self.tests.iter().filter(|test| test.is_failure()) {
            out.push_str(&wrap("\n", &format!("{} {}", test.test, test.outcome), 2, style.width));
            if let Some(failure) = &test.failure {
                failure
                    .trace
                    .lines()
                    .take(12)
                    .for_each(|line| out.push_str(&format!("  {}\n", line.trim_end())));
            }
        }
        if self.tests.iter().any(|test| test.jvm > 0) {
            out.push_str("\nA test ended its JVM; those behind it ran in a new one.\n");
        }
        if !self.findings.is_empty() {
            out.push_str(&format!("\n{}", finding::list_text(&self.findings, style)));
        }
        out
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        let failed = self.tests.iter().filter(|test| test.is_failure()).map(|test| {
            let reason = test.failure.as_ref().map(|failure| format!(": {}", failure.short()));
            let message = format!("{}{}", test.outcome, reason.unwrap_or_default());
            Finding::new(Code::OrderTestFailed, Subject::test(&*test.test), message)
        });
        Cow::Owned(failed.chain(self.findings.iter().cloned()).collect())
    }
}
