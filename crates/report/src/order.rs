//! Tests that depend on the order in which they are run.

mod explained;
pub mod fixed;
mod left_behind;
mod ran;
mod text;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use reenact_base::finding::{Code, Finding, Location, Subject};
use serde::{Deserialize, Serialize};

use crate::page::{Section, breakable, escape, facts};
use crate::render::html_section;
use crate::{Report, Style, finding};

pub use explained::{CodeLine, ExplainedTest, Explanations, StatePart};
pub use left_behind::{LeftBehind, LeftState};
pub use ran::{OrderRun, RanTest};

/// The report of `reenact order detect PROJECT`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detection {
    /// The module, or the places of the test classes.
    pub suite: String,
    /// Version of the JDK that ran the tests.
    pub jdk: String,
    /// The seed of the first random order.
    pub seed: u64,
    pub counts: Counts,
    /// The tests with several outcomes, in the order of the suite.
    pub tests: Vec<DependentTest>,
    /// Tests with several outcomes that there was no time to confirm.
    #[serde(default)]
    pub unconfirmed: Vec<String>,
    /// Tests that failed in every order.
    pub always_failing: Vec<FailingTest>,
    /// The tests that leave state changed behind them, in the order of the suite; `None` if that was not asked for.
    #[serde(default)]
    pub left_behind: Option<Vec<LeftBehind>>,
    /// Orders and pairs that were not tried, each with the reason.
    pub left_out: Vec<String>,
    /// All tests of the suite in the order of the build. Orders refer to them by position.
    pub suite_tests: Vec<String>,
    /// The orders that were run, without confirmations.
    pub orders: Vec<RanOrder>,
    /// Problems of finding and running the tests.
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// Totals of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub classes: usize,
    pub tests: usize,
    /// Orders that were run, and those that were planned.
    pub orders: usize,
    pub planned: usize,
    /// JVMs that were started.
    pub jvms: usize,
}

/// A test with several outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DependentTest {
    /// `pkg.Class#method`.
    pub test: String,
    /// `victim`, `brittle`, `self-polluting`, `non-deterministic` or `environment-dependent`.
    pub kind: String,
    /// True if it fails when it is run twice in a row, though it passes alone.
    pub self_polluting: bool,
    #[serde(flatten)]
    pub place: Place,
    /// Tests behind which a victim fails or a brittle test passes: polluters or state-setters. Most sets have one test.
    pub causes: Vec<Vec<String>>,
    /// The number of orders in which it ran and failed, without confirmations.
    pub failures: usize,
    /// The number of orders in which it ran.
    pub runs: usize,
    /// The tests before it in the shortest order in which it passes.
    pub passes_behind: Vec<String>,
    /// The tests before it in the shortest order in which it fails.
    pub fails_behind: Vec<String>,
    /// Its failure in that order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// A sentence on what is special about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// A command that shows the failure.
    pub reproduce: String,
}

/// A test that failed in every order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailingTest {
    pub test: String,
    #[serde(flatten)]
    pub place: Place,
    /// `failed`, `timed out`, `exited with code 1`, `crashed by signal 11`.
    pub outcome: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// An exception that a test threw, or what ended its JVM.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The class of the exception; empty if there was none.
    pub class: String,
    pub message: String,
    /// The stack trace, within bounds.
    pub trace: String,
}

/// A source file and a line in it, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub file: Option<String>,
    pub line: Option<u32>,
}

/// An order that was run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RanOrder {
    /// `original`, `reversed`, `random 7` (the seed), `pairs within classes 3`.
    pub name: String,
    /// Positions of tests: `4 0-2 3` is the fifth test, then the first three, then the fourth.
    pub order: String,
    /// Positions of the tests that failed, in the same form.
    pub failed: String,
}

impl Failure {
    /// The exception in one line.
    pub fn short(&self) -> String {
        let message = self.message.lines().next().unwrap_or_default();
        match (&*self.class, message) {
            ("", message) => message.to_owned(),
            (class, "") => class.to_owned(),
            (class, message) => format!("{class}: {message}"),
        }
    }
}

impl Place {
    /// `src/test/java/p/ShopTest.java:17`, as far as it is known.
    pub fn short(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            (Some(file), None) => file.clone(),
            _ => String::new(),
        }
    }

    fn location(&self) -> Option<Location> {
        self.file.as_ref().map(|file| Location::source(file.clone(), self.line))
    }
}

impl DependentTest {
    fn code(&self) -> Code {
        match &*self.kind {
            "victim" => Code::OrderVictim,
            "brittle" => Code::OrderBrittle,
            "self-polluting" => Code::OrderSelfPolluting,
            "environment-dependent" => Code::OrderEnvironment,
            _ => Code::OrderNonDeterministic,
        }
    }

    /// The dependence in a sentence.
    pub fn sentence(&self) -> String {
        let causes = self.causes.iter().map(|set| set.join(" and ")).collect::<Vec<_>>().join(" or ");
        let also =
            if self.self_polluting && self.kind != "self-polluting" { ", and behind itself" } else { "" };
        let sentence = match &*self.kind {
            "victim" => format!("passes alone and fails behind {causes}{also}"),
            "brittle" => format!("fails alone and passes behind {causes}{also}"),
            "self-polluting" => "passes once and fails when it is run again in the same JVM".to_owned(),
            "environment-dependent" => {
                "passes or fails with the JVM that it is run in, in the same order".to_owned()
            }
            _ => "passes and fails in the same order".to_owned(),
        };
        match &self.note {
            Some(note) => format!("{sentence}; {note}"),
            None => sentence,
        }
    }

    /// The test as a finding.
    pub fn finding(&self) -> Finding {
        let finding = Finding::new(self.code(), Subject::test(&*self.test), self.sentence());
        // Which of several polluters was found first is not what it is.
        let mut finding =
            finding.identified_by([] as [&str; 0]).with_help(format!("run: {}", self.reproduce));
        finding.location = self.place.location();
        match &self.failure {
            Some(failure) => finding.with_related(None, format!("fails with {}", failure.short())),
            None => finding,
        }
    }
}

impl FailingTest {
    fn finding(&self) -> Finding {
        let message = match &self.failure {
            Some(failure) => format!("{} in every order: {}", self.outcome, failure.short()),
            None => format!("{} in every order", self.outcome),
        };
        let mut finding = Finding::new(Code::OrderAlwaysFails, Subject::test(&*self.test), message);
        finding.location = self.place.location();
        finding.identified_by([] as [&str; 0])
    }
}

impl Report for Detection {
    const FORMAT: &'static str = "reenact.order/1";

    fn title(&self) -> String {
        format!("Order-dependent tests of {}", self.suite)
    }

    fn text_in(&self, style: Style) -> String {
        text::detection(self, style)
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        let tests = self.tests.iter().map(DependentTest::finding);
        let failing = self.always_failing.iter().map(FailingTest::finding);
        Cow::Owned(tests.chain(failing).chain(self.findings.iter().cloned()).collect())
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![Section::new("summary", "Summary", facts(&text::summary(self)))];
        let item = |test: &DependentTest| {
            format!(
                "<details class=\"item\" open><summary><code>{}</code> <span class=\"quiet\">{}</span></summary>\n{}</details>\n",
                breakable(&test.test),
                escape(&test.kind),
                facts(&text::about(test))
            )
        };
        if !self.tests.is_empty() {
            let title = format!("Order-dependent tests ({})", self.tests.len());
            let body: String = self.tests.iter().map(item).collect();
            sections.push(Section::new("tests", title, body).filtered());
        }
        sections.extend(left_behind::section(self));
        let failing = self.always_failing.iter().map(FailingTest::finding);
        let others: Vec<Finding> = failing.chain(self.findings.iter().cloned()).collect();
        sections.extend(html_section(&others));
        sections
    }
}
