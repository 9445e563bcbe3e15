//! Edits as text that `git apply` takes.

use similar::TextDiff;

/// Returns a unified diff of a file, by its path below the root of the project; empty if nothing changed.
pub fn unified_diff(path: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let diff = TextDiff::from_lines(before, after);
    diff.unified_diff().context_radius(3).header(&format!("a/{path}"), &format!("b/{path}")).to_string()
}
