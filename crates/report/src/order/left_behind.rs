//! The state that tests leave behind, whether or not another test fails by it.

use serde::{Deserialize, Serialize};

use super::Detection;
use crate::Style;
use crate::layout::{count, number, two_columns};
use crate::page::{Section, breakable, facts};

/// Tests that are shown; the JSON has all.
const SHOWN: usize = 10;
/// Parts of one test that are shown.
const SHOWN_PARTS: usize = 4;

/// A test that leaves state changed behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftBehind {
    /// `pkg.Class#method`.
    pub test: String,
    pub state: Vec<LeftState>,
    /// Changed cells that were not looked at.
    pub more: u64,
}

/// A part of the state that a test changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftState {
    /// The way to it, as code would write it: `com.acme.Registry.instance.entries`.
    pub path: String,
    /// The number of its cells that differ.
    pub cells: usize,
    /// The values before and behind the test; `None` if the test changed many other parts.
    pub clean: Option<String>,
    pub now: Option<String>,
    /// Elements that one has and the other lacks.
    pub difference: Option<String>,
    /// True if the values are equal, and only the objects are others.
    pub same_content: bool,
    /// The number of other tests whose code reads its field, and the first of them.
    pub readers: usize,
    pub read_by: Vec<String>,
}

impl LeftBehind {
    /// Returns true if it changed more than which object holds the same content.
    pub fn has_changed_content(&self) -> bool {
        self.more > 0 || self.state.iter().any(|state| !state.same_content)
    }

    /// Returns what other tests may notice: changed content that their code reads.
    fn noticeable(&self) -> Vec<&LeftState> {
        self.state.iter().filter(|state| state.readers > 0 && !state.same_content).collect()
    }

    /// A line for each part, with its path.
    fn rows(&self) -> Vec<(&'static str, String)> {
        let parts = self.noticeable();
        let mut rows: Vec<(&'static str, String)> = parts
            .iter()
            .take(SHOWN_PARTS)
            .map(|part| {
                let change = match (&part.difference, &part.clean, &part.now) {
                    (Some(difference), ..) => format!(": {difference}"),
                    (None, Some(clean), Some(now)) => format!(": {clean}, then {now}"),
                    _ => String::new(),
                };
                let readers = count(part.readers, "other test reads it", "other tests read it");
                ("changes", format!("{}{change}; {readers}", part.path))
            })
            .collect();
        if parts.len() > SHOWN_PARTS {
            rows.push(("and", format!("{} more parts", number(parts.len() - SHOWN_PARTS))));
        }
        rows
    }
}

/// The tests to be shown, and how many more there are.
fn shown(report: &Detection) -> (Vec<&LeftBehind>, usize) {
    let all = report.left_behind.iter().flatten().filter(|test| !test.noticeable().is_empty());
    let mut tests: Vec<&LeftBehind> = all.collect();
    let more = tests.len().saturating_sub(SHOWN);
    tests.truncate(SHOWN);
    (tests, more)
}

/// The fact for the summary, if the state was looked at.
pub(super) fn summary(report: &Detection) -> Option<String> {
    let all = report.left_behind.as_ref()?.iter().filter(|test| test.has_changed_content()).count();
    let (tests, more) = shown(report);
    Some(match (all, tests.len() + more) {
        (0, _) => "no test leaves state changed".to_owned(),
        (all, 0) => format!("{} state changed, which no other test reads", leave(all)),
        (all, read) => format!("{} state changed; that of {} is read by others", leave(all), number(read)),
    })
}

fn leave(tests: usize) -> String {
    count(tests, "test leaves", "tests leave")
}

fn rest(more: usize) -> String {
    format!("… {} more; all are in the JSON (--format json)", number(more))
}

pub(super) fn text(report: &Detection, style: Style) -> String {
    let (tests, more) = shown(report);
    if tests.is_empty() {
        return String::new();
    }
    let mut out = "\nTests that leave state behind which others read\n".to_owned();
    for test in tests {
        out.push_str(&format!("\n{}\n", test.test));
        out.push_str(&two_columns(test.rows().iter().map(|(name, value)| (*name, value.clone())), style));
    }
    if more > 0 {
        out.push_str(&format!("\n{}\n", rest(more)));
    }
    out
}

pub(super) fn section(report: &Detection) -> Option<Section> {
    let (tests, more) = shown(report);
    if tests.is_empty() {
        return None;
    }
    let title = format!("Tests that leave state behind which others read ({})", number(tests.len() + more));
    let item = |test: &&LeftBehind| {
        let name = breakable(&test.test);
        format!(
            "<details class=\"item\"><summary><code>{name}</code></summary>\n{}</details>\n",
            facts(&test.rows())
        )
    };
    let mut body: String = tests.iter().map(item).collect();
    if more > 0 {
        body.push_str(&format!("<p>{}</p>\n", rest(more)));
    }
    Some(Section::new("left-behind", title, body).filtered())
}
