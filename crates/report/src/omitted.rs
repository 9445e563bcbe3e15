//! Methods and calls that are not in a recording, counted by cause.

use serde::{Deserialize, Serialize};

use crate::layout::number;

/// Methods and calls that a recording leaves out. Calls of methods whose sampling has backed off are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Omitted {
    /// Methods of included classes that belong to tests.
    pub test_classes: u64,
    /// Methods that a compiler or another tool made, or whose class it made.
    pub synthetic: u64,
    /// Methods that are less visible than asked for.
    pub visibility: u64,
    /// Static or deprecated methods, or those of local classes, where they are not asked for.
    pub kind: u64,
    /// Methods of too few statements.
    pub statements: u64,
    /// Calls that were chosen.
    pub sampled: u64,
    /// Of these, calls that equal one that is kept, or have its shape.
    pub duplicates: u64,
    /// Calls for which the recorder had no time or memory.
    pub overload: u64,
    /// Calls whose state could not be captured.
    pub failed: u64,
    /// Methods of which not all calls were looked at, because sampling has backed off.
    pub backed_off: u64,
}

impl Omitted {
    /// Adds what another recording leaves out.
    pub fn add(&mut self, other: &Omitted) {
        let Omitted { test_classes, synthetic, visibility, kind, statements, .. } = other;
        let Omitted { sampled, duplicates, overload, failed, backed_off, .. } = other;
        let counts = [
            (&mut self.test_classes, test_classes),
            (&mut self.synthetic, synthetic),
            (&mut self.visibility, visibility),
            (&mut self.kind, kind),
            (&mut self.statements, statements),
            (&mut self.sampled, sampled),
            (&mut self.duplicates, duplicates),
            (&mut self.overload, overload),
            (&mut self.failed, failed),
            (&mut self.backed_off, backed_off),
        ];
        counts.into_iter().for_each(|(sum, count)| *sum = sum.saturating_add(*count));
    }

    /// Returns the methods that filters left out, with the options that take them in; empty if there are none.
    pub fn methods_text(&self) -> String {
        let causes = [
            (self.test_classes, "of test classes (--test-classes)"),
            (self.visibility, "less visible (--visibility)"),
            (self.statements, "of too few statements (--min-statements)"),
            (self.kind, "by --static, --deprecated or --local-classes"),
            (self.synthetic, "synthetic"),
        ];
        let all = sum(&causes);
        match listed(&causes) {
            causes if causes.is_empty() => causes,
            causes => format!("{}: {causes}", counted(all, "method", "methods")),
        }
    }

    /// Returns the calls that were chosen and not kept; empty if there are none.
    pub fn calls_text(&self) -> String {
        let causes = [
            (self.duplicates, "that repeat others"),
            (self.overload, "by overload"),
            (self.failed, "whose state could not be captured"),
        ];
        let all = sum(&causes);
        let mut text = match listed(&causes) {
            causes if causes.is_empty() => causes,
            causes => {
                format!(
                    "{} of {} sampled: {causes}",
                    counted(all, "call", "calls"),
                    number(self.sampled as usize)
                )
            }
        };
        if self.backed_off > 0 {
            let methods = counted(self.backed_off, "method", "methods");
            let after = if text.is_empty() { "" } else { "; " };
            text.push_str(&format!("{after}after sampling backed off, most calls of {methods}"));
        }
        text
    }

    /// Returns both texts, a line each, with a label.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = vec![("left out", self.methods_text()), ("not kept", self.calls_text())];
        lines.retain(|(_, text)| !text.is_empty());
        lines
    }
}

/// Counts that were read may be anything.
fn sum(causes: &[(u64, &str)]) -> u64 {
    causes.iter().fold(0, |sum, (count, _)| sum.saturating_add(*count))
}

fn listed(causes: &[(u64, &str)]) -> String {
    let causes = causes.iter().filter(|(count, _)| *count > 0);
    causes.map(|(count, cause)| format!("{} {cause}", number(*count as usize))).collect::<Vec<_>>().join(", ")
}

fn counted(count: u64, one: &str, several: &str) -> String {
    format!("{} {}", number(count as usize), if count == 1 { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_listed_with_the_options_that_change_them() {
        let mut omitted = Omitted { test_classes: 593, statements: 1, sampled: 3586, ..Omitted::default() };
        assert_eq!(
            omitted.methods_text(),
            "594 methods: 593 of test classes (--test-classes), 1 of too few statements (--min-statements)"
        );
        assert_eq!(omitted.calls_text(), "");
        omitted.add(&Omitted { duplicates: 600, failed: 4, ..Omitted::default() });
        assert_eq!(
            omitted.calls_text(),
            "604 calls of 3,586 sampled: 600 that repeat others, 4 whose state could not be captured"
        );
        omitted.add(&Omitted { backed_off: 1, ..Omitted::default() });
        assert!(
            omitted.calls_text().ends_with("captured; after sampling backed off, most calls of 1 method")
        );
        assert!(Omitted::default().lines().is_empty());
    }
}
