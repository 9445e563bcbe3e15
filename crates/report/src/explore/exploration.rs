//! What exploring methods has covered.

use std::borrow::Cow;

use reenact_base::finding::Finding;
use serde::{Deserialize, Serialize};

use crate::layout::{count, number, two_columns, wrap};
use crate::{Report, Style, finding};

/// The report of `reenact explore TARGET… --method CLASS#METHOD`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Exploration {
    pub targets: Vec<String>,
    /// Version of the JDK that ran the code.
    pub jdk: String,
    /// Name and version of the SMT solver; `None` if there was none.
    #[serde(default)]
    pub solver: Option<String>,
    /// The directory that tests were written to.
    pub out: Option<String>,
    pub methods: Vec<Method>,
    /// Files that were written, below `out`.
    pub files: Vec<String>,
    /// True if the code could not reach the network.
    pub without_network: bool,
    /// True if the code could write to its own temporary directories only.
    pub without_files: bool,
    #[serde(with = "finding::json")]
    pub findings: Vec<Finding>,
}

/// One method that was explored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Method {
    pub name: String,
    /// Why it was not explored.
    pub refused: Option<String>,
    pub lines: Share,
    pub branches: Share,
    /// The same for all instrumented code.
    pub all_lines: Share,
    pub all_branches: Share,
    /// Inputs that were run.
    pub runs: usize,
    /// Conditions that were to be negated.
    pub attempts: usize,
    /// True if no condition was left to negate.
    pub exhausted: bool,
    /// Tests that passed, and were written if there is a directory for them.
    pub tests: usize,
    /// Tests that were dropped: they did not compile or did not pass again.
    pub dropped: usize,
    /// Names of the invented classes that the tests use.
    pub stand_ins: Vec<String>,
    /// Exceptions that look like bugs.
    pub suspected: Vec<Place>,
    /// Lines that no run reached.
    pub missed_lines: Vec<u16>,
    /// Conditions that could not be negated.
    pub unsolved: Vec<Place>,
    /// Inputs that were not run to their end, by reason.
    pub failed: Vec<(String, usize)>,
    /// Runs whose log was not followed to its end, by reason.
    pub lost: Vec<(String, usize)>,
    /// Methods whose results were taken as they came, with the number of calls.
    pub concretized: Vec<(String, usize)>,
    /// Queries to the solver.
    #[serde(default)]
    pub queries: usize,
    /// Queries that it did not answer.
    #[serde(default)]
    pub queries_unknown: usize,
    pub search_milliseconds: u64,
    /// Of the search.
    #[serde(default)]
    pub solver_milliseconds: u64,
    pub verification_milliseconds: u64,
}

/// How many of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    pub covered: usize,
    pub all: usize,
}

/// A line with what there is to say about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub line: Option<u16>,
    pub text: String,
}

impl Share {
    fn text(self) -> String {
        format!("{} of {}", number(self.covered), number(self.all))
    }
}

impl Exploration {
    /// All tests.
    pub fn tests(&self) -> usize {
        self.methods.iter().map(|method| method.tests).sum()
    }
}

impl Report for Exploration {
    const FORMAT: &'static str = "reenact.explore/1";

    fn title(&self) -> String {
        format!("Exploration of {}", self.targets.join(", "))
    }

    fn text_in(&self, style: Style) -> String {
        let mut out = String::new();
        for method in &self.methods {
            out.push_str(&method.text(style));
            out.push('\n');
        }
        if self.solver.is_none() && self.methods.iter().any(|method| !method.unsolved.is_empty()) {
            let text = "there is no SMT solver: install Z3 so that `z3` is on PATH, or run `./run demo` in Reenact's sources";
            out.push_str(&wrap("", text, 2, style.width));
        }
        if !self.files.is_empty() {
            out.push_str("Written\n");
            for file in &self.files {
                out.push_str(&format!("  {file}\n"));
            }
        }
        if !self.findings.is_empty() {
            out.push('\n');
            out.push_str(&finding::list_text(&self.findings, style));
        }
        out
    }

    fn findings(&self) -> Cow<'_, [Finding]> {
        Cow::Borrowed(&self.findings)
    }
}

impl Method {
    fn text(&self, style: Style) -> String {
        let mut out = format!("{}\n", self.name);
        if let Some(reason) = &self.refused {
            out.push_str(&wrap("  not explored: ", reason, 4, style.width));
            return out;
        }
        let end = if self.exhausted { "all conditions tried" } else { "stopped by a limit" };
        let mut rows = vec![
            ("lines", format!("{}; {} with all that it calls", self.lines.text(), self.all_lines.text())),
            (
                "branches",
                format!("{}; {} with all that it calls", self.branches.text(), self.all_branches.text()),
            ),
            (
                "search",
                format!(
                    "{} in {:.1} s, {end}",
                    count(self.runs, "run", "runs"),
                    self.search_milliseconds as f64 / 1000.0
                ),
            ),
            ("tests", number(self.tests)),
        ];
        if self.dropped > 0 {
            rows.push(("dropped", count(self.dropped, "test that did not hold", "tests that did not hold")));
        }
        if !self.stand_ins.is_empty() {
            rows.push(("invented", self.stand_ins.join(", ")));
        }
        out.push_str(&two_columns(rows.iter().map(|(name, text)| (*name, text.clone())), style));
        let places = |title: &str, places: &[Place], out: &mut String| {
            if !places.is_empty() {
                out.push_str(&format!("  {title}\n"));
            }
            for place in places {
                let line = place.line.map(|line| format!("line {line}: ")).unwrap_or_default();
                out.push_str(&wrap("    ", &format!("{line}{}", place.text), 6, style.width));
            }
        };
        places("suspected bugs", &self.suspected, &mut out);
        if !self.missed_lines.is_empty() {
            let lines: Vec<String> = self.missed_lines.iter().map(u16::to_string).collect();
            out.push_str(&wrap("  not reached: lines ", &lines.join(", "), 4, style.width));
        }
        places("not solved", &self.unsolved, &mut out);
        for (title, counts) in [
            ("not run", &self.failed),
            ("not followed", &self.lost),
            ("taken as they came", &self.concretized),
        ] {
            if counts.is_empty() {
                continue;
            }
            out.push_str(&format!("  {title}\n"));
            for (text, times) in counts {
                out.push_str(&wrap("    ", &format!("{} × {text}", number(*times)), 6, style.width));
            }
        }
        out
    }
}
