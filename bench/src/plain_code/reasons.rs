//! Why cases have no test, over all programs: reasons without the names in them.

use std::collections::BTreeMap;

use reenact_report::generated::Generated;

use crate::table::{Table, grouped};

/// Rows of the table.
const MOST: usize = 25;

/// Cases without a test by the kind of reason, the most frequent first, a column a program.
pub fn table(programs: &[(&str, &Generated)]) -> Table {
    let mut kinds: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (column, (_, report)) in programs.iter().enumerate() {
        for missing in &report.not_delivered {
            let counts = kinds.entry(kind(&missing.reason)).or_insert_with(|| vec![0; programs.len()]);
            counts[column] += missing.cases;
        }
    }
    let mut rows: Vec<(String, Vec<usize>)> = kinds.into_iter().collect();
    rows.sort_by_key(|(kind, counts)| (usize::MAX - counts.iter().sum::<usize>(), kind.clone()));
    let names = programs.iter().map(|(name, _)| *name);
    let header: Vec<&str> = ["not delivered because", "all"].into_iter().chain(names).collect();
    let mut table = Table::new(&header);
    for (kind, counts) in rows.into_iter().take(MOST) {
        let all = counts.iter().sum();
        let counts = [all].into_iter().chain(counts).map(|count| grouped(count as u64));
        table.row([kind].into_iter().chain(counts));
    }
    table
}

/// A reason without what to do about it, and without names of classes and fields.
fn kind(reason: &str) -> String {
    let reason = reason.split(';').next().unwrap_or(reason);
    let reason = reason.split(" (and ").next().unwrap_or(reason);
    let mut words: Vec<&str> = Vec::new();
    for word in reason.split(' ') {
        let bare = word.trim_matches(|c: char| ":,`".contains(c));
        let is_name = word.starts_with('`') || bare.contains(['.', '$', '#', '/']) && !bare.ends_with('.');
        let shown = if is_name { "…" } else { word };
        if !(is_name && words.last() == Some(&"…")) {
            words.push(shown);
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_tell_reasons_apart() {
        for (reason, expected) in [
            (
                "cannot rebuild a.b.C: no accessible constructor or method sets `a.C.x`, `a.C.y`; add one (and 3 more)",
                "cannot rebuild … no accessible constructor or method sets …",
            ),
            ("a.b.C would not be as it was recorded; add a constructor", "… would not be as it was recorded"),
            ("the test fails with AssertionFailedError", "the test fails with AssertionFailedError"),
        ] {
            assert_eq!(kind(reason), expected);
        }
    }
}
