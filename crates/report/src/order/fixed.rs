//! Repairs of order-dependent tests.

use std::borrow::Cow;

use reenact_base::finding::{Code, Finding, Subject};
use serde::{Deserialize, Serialize};

use super::text::REPRODUCE;
use crate::layout::{two_columns, wrap};
use crate::{Report, Style, finding};

/// Tests that fail with the changes which are shown in text.
const MOST_FAILED: usize = 8;

/// The report of `reenact order fix PROJECT`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fixed {
    /// The module, or the places of the test classes.
    pub suite: String,
    /// Version of the JDK that ran the tests.
    pub jdk: String,
    /// The directory that the paths of files are below.
    pub root: String,
    pub tests: Vec<FixedTest>,
    /// The files that were changed, or would be.
    pub files: Vec<ChangedFile>,
    /// Orders that were run.
    pub orders: usize,
    /// Random orders that the suite was run in with the changes, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<OrdersAfter>,
    /// Problems of finding and running the tests.
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// Random orders with all changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrdersAfter {
    pub orders: usize,
    /// The seed of the first one.
    pub seed: u64,
    /// Orders in which no test failed.
    pub passed: usize,
    /// Tests that failed, with the number of orders in which they did.
    pub failed: Vec<(String, usize)>,
}

/// A test that was to be repaired.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FixedTest {
    pub test: String,
    /// `victim`, `brittle`, `self-polluting`, `not order-dependent` or `always failing`.
    pub kind: String,
    /// `repaired`, `explained` or `not repaired`.
    pub verdict: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Polluters or state-setters; most sets have one test.
    pub causes: Vec<Vec<String>>,
    /// Tests that clean behind the first polluter.
    pub cleaners: Vec<String>,
    /// The number of orders without changes in which it failed, of those in which it ran.
    #[serde(default)]
    pub failures: usize,
    #[serde(default)]
    pub runs: usize,
    /// The statements that repair it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Where the statements come from: `existing test`, `reset method`, `clean value`, `JDK setter`, `saved and restored`,
    /// `nearby class`, `reflection`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Such as `tear-down of com.acme.ShopTest`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Parts of the static state that it depends on.
    #[serde(default)]
    pub depends_on: Vec<String>,
    /// Why no part of the state is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unexplained: Option<String>,
    /// Whether the state behind the repair was compared with the clean one: `clean` or `not checked`.
    pub state: String,
    /// Why the state was not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state_reason: Option<String>,
    /// Candidates that were run.
    pub tried: usize,
    pub seconds: f64,
    /// A command that shows its other outcome without the changes; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reproduce: String,
}

/// A changed source file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedFile {
    /// Below the root, with `/`.
    pub path: String,
    /// A unified diff.
    pub diff: String,
    /// True if the file was written.
    pub written: bool,
}

impl FixedTest {
    fn is_dependent(&self) -> bool {
        !matches!(&*self.kind, "not order-dependent" | "always failing")
    }

    /// Whether it passes in any known order with the changes.
    pub fn is_repaired(&self) -> bool {
        self.verdict == "repaired" || self.kind == "not order-dependent"
    }

    fn about(&self) -> Vec<(&'static str, String)> {
        let mut rows = vec![("kind", self.kind.clone()), ("result", self.verdict.clone())];
        if let Some(reason) = &self.reason {
            rows.push(("because", reason.clone()));
        }
        let list = |tests: &[String]| match tests.len() {
            0..=5 => tests.join(", "),
            count => format!("{} and {} more", tests[..5].join(", "), count - 5),
        };
        let causes: Vec<String> = self.causes.iter().map(|set| set.join(" and ")).collect();
        if !causes.is_empty() {
            rows.push((if self.kind == "brittle" { "state-setters" } else { "polluters" }, list(&causes)));
        }
        if !self.cleaners.is_empty() {
            rows.push(("cleaners", list(&self.cleaners)));
        }
        if self.runs > 0 {
            rows.push(("seen", format!("failed in {} of {} orders", self.failures, self.runs)));
        }
        if !self.depends_on.is_empty() {
            rows.push(("depends on", self.depends_on.join(" and ")));
        }
        if let Some(reason) = &self.unexplained {
            rows.push(("depends on", format!("not known: {reason}")));
        }
        if let (Some(code), Some(origin), Some(place)) = (&self.code, &self.origin, &self.place) {
            rows.push(("code", code.clone()));
            rows.push(("found by", origin.clone()));
            rows.push(("placed in", place.clone()));
            rows.push((
                "state",
                match &self.state_reason {
                    Some(reason) => format!("{}: {reason}", self.state),
                    None => self.state.clone(),
                },
            ));
        }
        rows.push(("tried", format!("{} candidates in {:.1} s", self.tried, self.seconds)));
        rows
    }
}

impl Report for Fixed {
    const FORMAT: &'static str = "reenact.order-fix/1";

    fn title(&self) -> String {
        format!("Repairs of order-dependent tests of {}", self.suite)
    }

    fn text_in(&self, style: Style) -> String {
        let count = |verdict: &str| self.tests.iter().filter(|test| test.verdict == verdict).count();
        let mut out = format!(
            "{}: {} of {} order-dependent tests repaired, {} explained, {} orders run, JDK {}\n",
            self.suite,
            count("repaired"),
            self.tests.iter().filter(|test| test.is_dependent()).count(),
            count("explained"),
            self.orders,
            self.jdk
        );
        for test in &self.tests {
            out.push_str(&wrap("\n", &test.test, 2, style.width));
            let rows: Vec<(&str, String)> = test.about();
            out.push_str(&two_columns(rows, style));
            if !test.reproduce.is_empty() {
                out.push_str(&format!("  {REPRODUCE} with\n    {}\n", test.reproduce));
            }
        }
        for file in &self.files {
            out.push('\n');
            out.push_str(&file.diff);
        }
        if let Some(after) = &self.after {
            out.push_str(&format!(
                "\nWith the changes, {} of {} random orders pass (seeds from {}).\n",
                after.passed, after.orders, after.seed
            ));
            let failed = after.failed.iter().take(MOST_FAILED);
            failed.for_each(|(test, count)| out.push_str(&format!("  {test} failed in {count}\n")));
        }
        if !self.files.is_empty() {
            out.push_str(&match self.files[0].written {
                true => format!("\n{} files below {} were changed.\n", self.files.len(), self.root),
                false => format!(
                    "\nNothing was written. Apply the changes below {}: pass --write, or give them to git apply.\n",
                    self.root
                ),
            });
        }
        if !self.findings.is_empty() {
            out.push_str(&format!("\n{}", finding::list_text(&self.findings, style)));
        }
        out
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        let tests = self.tests.iter().filter(|test| !test.is_repaired()).map(|test| {
            let code = match &*test.kind {
                "brittle" => Code::OrderBrittle,
                "self-polluting" => Code::OrderSelfPolluting,
                "always failing" => Code::OrderAlwaysFails,
                _ => Code::OrderVictim,
            };
            let reason = test.reason.clone().unwrap_or_default();
            Finding::new(code, Subject::test(&*test.test), format!("{}: {reason}", test.verdict))
        });
        Cow::Owned(tests.chain(self.findings.iter().cloned()).collect())
    }
}
