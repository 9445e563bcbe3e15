//! Order-dependent tests as text.

use super::{DependentTest, Detection, left_behind};
use crate::layout::{count, number, two_columns, wrap};
use crate::{Style, finding};

/// Tests in an order that are shown; longer ones are in the JSON.
const SHOWN_TESTS: usize = 6;

/// The name of the fact that is a command.
pub(super) const REPRODUCE: &str = "reproduce";

pub(super) fn detection(report: &Detection, style: Style) -> String {
    let mut out = format!("Order-dependent tests of {}\n\n", report.suite);
    let rows = summary(report);
    out.push_str(&two_columns(rows.iter().map(|(name, value)| (*name, value.clone())), style));
    if report.tests.is_empty() && report.unconfirmed.is_empty() {
        out.push_str("\nNo test depends on the order.\n");
    }
    for test in &report.tests {
        out.push_str(&format!("\n{}\n", style.paint("1", &test.test)));
        let rows = about(test);
        let facts = rows.iter().filter(|(name, _)| *name != REPRODUCE);
        out.push_str(&two_columns(facts.map(|(name, value)| (*name, value.clone())), style));
        // A command that is broken over lines cannot be copied.
        out.push_str(&format!("  {REPRODUCE} with\n    {}\n", test.reproduce));
    }
    if !report.always_failing.is_empty() {
        out.push_str("\nTests that fail in every order\n");
        for test in &report.always_failing {
            let failure = test.failure.as_ref().map(|failure| format!(": {}", failure.short()));
            let text = format!("{} {}{}", test.test, test.outcome, failure.unwrap_or_default());
            out.push_str(&wrap("  ", &text, 4, style.width));
        }
    }
    out.push_str(&left_behind::text(report, style));
    if !report.findings.is_empty() {
        out.push_str(&format!("\n{}", finding::list_text(&report.findings, style)));
    }
    out
}

/// The facts of a search.
pub(super) fn summary(report: &Detection) -> Vec<(&'static str, String)> {
    let counts = &report.counts;
    let of_kind = |kind: &str| report.tests.iter().filter(|test| test.kind == kind).count();
    let kinds = ["victim", "brittle", "self-polluting", "non-deterministic", "environment-dependent"];
    let mut found: Vec<String> = kinds
        .into_iter()
        .map(|kind| (kind, of_kind(kind)))
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| format!("{} {kind}", number(count)))
        .collect();
    if !report.always_failing.is_empty() {
        found.push(format!("{} failing in every order", number(report.always_failing.len())));
    }
    if !report.unconfirmed.is_empty() {
        found.push(format!("{} not confirmed", number(report.unconfirmed.len())));
    }
    let orders = match counts.orders == counts.planned {
        true => number(counts.orders),
        false => format!("{} of {}", number(counts.orders), number(counts.planned)),
    };
    let mut rows = vec![
        (
            "suite",
            format!(
                "{} in {}, JDK {}",
                count(counts.tests, "test", "tests"),
                count(counts.classes, "class", "classes"),
                report.jdk
            ),
        ),
        ("orders", format!("{orders}, {} started, seed {}", count(counts.jvms, "JVM", "JVMs"), report.seed)),
        ("found", if found.is_empty() { "none".to_owned() } else { found.join(", ") }),
    ];
    rows.extend(left_behind::summary(report).map(|summary| ("left behind", summary)));
    rows.extend(report.left_out.iter().map(|left_out| ("left out", left_out.clone())));
    rows
}

/// The facts of a test.
pub(super) fn about(test: &DependentTest) -> Vec<(&'static str, String)> {
    let mut rows = vec![("kind", test.kind.clone()), ("why", test.sentence())];
    rows.push(("seen", format!("failed in {} of {} orders", number(test.failures), number(test.runs))));
    if let Some(failure) = &test.failure {
        rows.push(("failure", failure.short()));
    }
    if test.causes.is_empty() && !test.fails_behind.is_empty() {
        rows.push(("fails behind", names(&test.fails_behind)));
    }
    if !test.place.short().is_empty() {
        rows.push(("source", test.place.short()));
    }
    rows.push((REPRODUCE, test.reproduce.clone()));
    rows
}

fn names(tests: &[String]) -> String {
    match tests.len() {
        0..=SHOWN_TESTS => tests.join(", "),
        more => format!("{}, … {} more", tests[..SHOWN_TESTS].join(", "), more - SHOWN_TESTS),
    }
}

impl Detection {
    /// The orders that were run, in full: a line with the name of each, then a line for each test. An order without its first line
    /// is a file for `reenact order run --order FILE`.
    pub fn log(&self) -> String {
        let mut out = String::new();
        for order in &self.orders {
            out.push_str(&format!("// {}\n", order.name));
            let failed = positions(&order.failed);
            for test in positions(&order.order) {
                let name = self.suite_tests.get(test).map_or("?", String::as_str);
                let mark = if failed.contains(&test) { " // failed" } else { "" };
                out.push_str(&format!("{name}{mark}\n"));
            }
            out.push('\n');
        }
        out
    }
}

/// Returns the positions that `4 0-2 3` names.
fn positions(text: &str) -> Vec<usize> {
    let range = |part: &str| -> Option<std::ops::RangeInclusive<usize>> {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse().ok()?..=last.parse().ok()?)
    };
    text.split(' ').filter_map(range).flatten().collect()
}
