//! Order-dependent tests with the state that they depend on.

use std::borrow::Cow;

use reenact_base::finding::{Code, Finding, Subject};
use serde::{Deserialize, Serialize};

use super::Place;
use super::text::REPRODUCE;
use crate::layout::{number, two_columns};
use crate::page::{Section, breakable, escape, facts};
use crate::render::html_section;
use crate::{Report, Style, finding};

/// Files that are shown in text.
const MOST_FILES: usize = 8;

/// The report of `reenact order explain PROJECT`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanations {
    /// The module, or the places of the test classes.
    pub suite: String,
    /// Version of the JDK that ran the tests.
    pub jdk: String,
    pub tests: Vec<ExplainedTest>,
    /// Problems of finding the tests.
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// A test with the cause of its dependence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainedTest {
    pub test: String,
    /// As in the report of `reenact order detect`.
    pub kind: String,
    #[serde(flatten)]
    pub place: Place,
    /// All tests behind which it changes its outcome: polluters or state-setters. Most sets have one test.
    pub causes: Vec<Vec<String>>,
    /// Tests that make a victim pass if they are run between.
    pub cleaners: Vec<String>,
    /// `state`, `failed-initializer`, `files`, `outside`, `not-reproduced`, `no-cause`, `not-of-the-order` or `error`.
    pub cause: String,
    /// The cause in a sentence.
    pub sentence: String,
    /// The smallest set of parts of the static state that decides.
    pub state: Vec<StatePart>,
    /// Classes whose initializer failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed_classes: Vec<String>,
    /// Files, threads and ports that the tests before left behind, if static state is not the cause.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<u16>,
    /// Sentences about things that were not looked at or tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// True if a fresh JVM gave the same result.
    pub confirmed: bool,
    /// Parts of the state that the tests before had changed.
    pub changed_parts: usize,
    /// Runs of the tests that it took, and the time.
    pub trials: usize,
    pub millis: u64,
    pub snapshot_objects: u64,
    pub snapshot_millis: u64,
    /// A command that shows the outcome.
    pub reproduce: String,
}

/// A part of the static state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatePart {
    /// The static field that leads to it.
    pub field: String,
    /// The way from there: `com.acme.Registry.instance.entries`.
    pub path: String,
    /// Fields and array elements in it that differ.
    pub cells: usize,
    /// Its value without, and with the tests before.
    pub clean: String,
    pub polluted: String,
    /// Elements that one has and the other lacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// Code that wrote it.
    pub written: Vec<CodeLine>,
    /// Code of the test that read it.
    pub read: Vec<CodeLine>,
}

/// A line of code, and the line of a test that led to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeLine {
    pub code: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
}

impl CodeLine {
    fn text(&self) -> String {
        match &self.test {
            Some(test) => format!("{}, from {test}", self.code),
            None => self.code.clone(),
        }
    }
}

impl ExplainedTest {
    fn rows(&self) -> Vec<(&'static str, String)> {
        let is_brittle = self.kind == "brittle";
        let sets: Vec<String> = self.causes.iter().map(|set| set.join(" and ")).collect();
        let mut rows = vec![("kind", self.kind.clone())];
        if !sets.is_empty() {
            rows.push((if is_brittle { "set by" } else { "polluters" }, sets.join(", ")));
        }
        if !self.cleaners.is_empty() {
            rows.push(("cleaners", self.cleaners.join(", ")));
        }
        rows.push(("cause", self.sentence.clone()));
        for part in &self.state {
            rows.push(("state", part.path.clone()));
            rows.push((if is_brittle { "without it" } else { "clean" }, part.clean.clone()));
            rows.push((if is_brittle { "with it" } else { "polluted" }, part.polluted.clone()));
            rows.extend(part.difference.iter().map(|difference| ("difference", difference.clone())));
            rows.extend(part.written.iter().map(|line| ("written by", line.text())));
            rows.extend(part.read.iter().map(|line| ("read by", line.text())));
        }
        rows.extend(self.files.iter().take(MOST_FILES).map(|file| ("file", file.clone())));
        if self.files.len() > MOST_FILES {
            rows.push(("file", format!("… {} more in the JSON", number(self.files.len() - MOST_FILES))));
        }
        rows.extend(self.threads.iter().map(|thread| ("thread", thread.clone())));
        rows.extend(self.ports.iter().map(|port| ("port", port.to_string())));
        rows.extend(self.notes.iter().map(|note| ("note", note.clone())));
        if self.trials > 0 {
            let confirmed =
                if self.confirmed { "confirmed in a fresh JVM" } else { "not confirmed in a fresh JVM" };
            let took = format!(
                "{} runs, {} objects looked at, {}.{} s; {confirmed}",
                number(self.trials),
                number(self.snapshot_objects as usize),
                self.millis / 1000,
                self.millis % 1000 / 100,
            );
            rows.push(("took", took));
        }
        if !self.place.short().is_empty() {
            rows.push(("source", self.place.short()));
        }
        if !self.reproduce.is_empty() {
            rows.push((REPRODUCE, self.reproduce.clone()));
        }
        rows
    }

    fn finding(&self) -> Finding {
        let code = match &*self.kind {
            "brittle" => Code::OrderBrittle,
            "self-polluting" => Code::OrderSelfPolluting,
            "non-deterministic" => Code::OrderNonDeterministic,
            "environment-dependent" => Code::OrderEnvironment,
            _ => Code::OrderVictim,
        };
        let finding = Finding::new(code, Subject::test(&*self.test), self.sentence.clone());
        let mut finding = finding.identified_by([] as [&str; 0]);
        if !self.reproduce.is_empty() {
            finding = finding.with_help(format!("run: {}", self.reproduce));
        }
        finding.location = self.place.location();
        finding
    }
}

impl Report for Explanations {
    const FORMAT: &'static str = "reenact.order-explain/1";

    fn title(&self) -> String {
        format!("The state that tests of {} depend on", self.suite)
    }

    fn text_in(&self, style: Style) -> String {
        let mut out = format!("Order-dependent tests of {}, JDK {}\n", self.suite, self.jdk);
        if self.tests.is_empty() {
            out.push_str("\nNo test depends on the order.\n");
        }
        for test in &self.tests {
            out.push_str(&format!("\n{}\n", style.paint("1", &test.test)));
            let rows = test.rows();
            out.push_str(&two_columns(rows.into_iter().filter(|(name, _)| *name != REPRODUCE), style));
            // A command that is broken over lines cannot be copied.
            if !test.reproduce.is_empty() {
                out.push_str(&format!("  {REPRODUCE} with\n    {}\n", test.reproduce));
            }
        }
        if !self.findings.is_empty() {
            out.push_str(&format!("\n{}", finding::list_text(&self.findings, style)));
        }
        out
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        let tests = self.tests.iter().map(ExplainedTest::finding);
        Cow::Owned(tests.chain(self.findings.iter().cloned()).collect())
    }

    fn sections(&self) -> Vec<Section> {
        let item = |test: &ExplainedTest| {
            format!(
                "<details class=\"item\" open><summary><code>{}</code> <span class=\"quiet\">{}</span></summary>\n{}</details>\n",
                breakable(&test.test),
                escape(&test.kind),
                facts(&test.rows())
            )
        };
        let title = format!("Explained tests ({})", self.tests.len());
        let body: String = self.tests.iter().map(item).collect();
        let mut sections = vec![Section::new("tests", title, body).filtered()];
        sections.extend(html_section(&self.findings));
        sections
    }
}
