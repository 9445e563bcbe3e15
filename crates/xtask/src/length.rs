//! No source file is longer than [`LIMIT`] lines.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::workspace;

/// A file of more lines has more than one idea in it.
pub const LIMIT: usize = 800;

/// Returns the sources that are too long, a line each.
pub fn violations(root: &Path) -> anyhow::Result<Vec<String>> {
    let mut violations = Vec::new();
    for file in workspace::files(root, &["rs", "java"])? {
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let lines = text.lines().count();
        if lines > LIMIT {
            let shown = file.strip_prefix(root).unwrap_or(&file).display();
            violations.push(format!("{shown}: {lines} lines; past {LIMIT}, split it by idea"));
        }
    }
    Ok(violations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sources_past_the_limit() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, lines: usize| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x\n".repeat(lines)).unwrap();
        };
        write("crates/a/src/lib.rs", LIMIT);
        write("crates/a/src/long.rs", LIMIT + 1);
        write("subjects/Long.java", LIMIT + 1);
        write("crates/a/data.txt", LIMIT + 1);
        write("crates/a/target/debug/made.rs", LIMIT + 1);
        write(".hidden/made.rs", LIMIT + 1);
        let expected = [
            "crates/a/src/long.rs: 801 lines; past 800, split it by idea",
            "subjects/Long.java: 801 lines; past 800, split it by idea",
        ];
        assert_eq!(violations(root.path()).unwrap(), expected);
    }
}
