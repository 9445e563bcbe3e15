//! Documents name files that exist, and the table of crates in ARCHITECTURE.md is that of the manifests.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::layers::{Kind, Package, TOOLING};
use crate::workspace;

/// The document with the table of crates.
const MAP: &str = "ARCHITECTURE.md";

/// Folders of the repository. A code span that begins with one is a path.
const FOLDERS: [&str; 6] = ["bench/", "crates/", "docs/", "fuzz/", "jvm/", "subjects/"];

/// Returns the mistakes of the documents at `root`, a line each.
pub fn violations(root: &Path, packages: &[Package]) -> anyhow::Result<Vec<String>> {
    let mut documents = vec![root.join("README.md"), root.join(MAP), root.join("CONTRIBUTING.md")];
    documents.extend(workspace::files(&root.join("docs"), &["md"])?);
    let sources: Vec<String> = workspace::files(root, &["rs"])?
        .iter()
        .map(|file| file.strip_prefix(root).unwrap_or(file).to_string_lossy().into_owned())
        .collect();
    let mut violations = Vec::new();
    for document in &documents {
        let text =
            fs::read_to_string(document).with_context(|| format!("cannot read {}", document.display()))?;
        let shown = document.strip_prefix(root).unwrap_or(document).display().to_string();
        let missing = missing_links(document, &text).into_iter().chain(missing_paths(root, &sources, &text));
        violations.extend(missing.map(|path| format!("{shown}: {path} does not exist")));
        if shown == MAP {
            violations.extend(wrong_rows(&text, packages));
        }
    }
    Ok(violations)
}

/// Returns the targets of links to files that do not exist.
fn missing_links(document: &Path, text: &str) -> Vec<String> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files =
        targets.map(|target| target.split('#').next().unwrap_or_default()).filter(|file| !file.is_empty());
    let beside = document.parent().unwrap_or(Path::new(""));
    let is_missing = |file: &&str| !file.contains("://") && !beside.join(file).exists();
    files.filter(is_missing).map(str::to_owned).collect()
}

/// Returns the paths in code spans that do not exist.
fn missing_paths(root: &Path, sources: &[String], text: &str) -> Vec<String> {
    // Blocks of code are examples.
    let prose = text.split("```").step_by(2);
    let spans = prose.flat_map(|prose| prose.split('`').skip(1).step_by(2));
    let is_path = |span: &&str| {
        !span.contains(char::is_whitespace)
            && (FOLDERS.iter().any(|folder| span.starts_with(folder)) || span.ends_with(".rs"))
    };
    let exists = |path: &String| {
        let (path, is_whole) = without_placeholders(path);
        let is_end = |source: &String| source == path || source.ends_with(&format!("/{path}"));
        root.join(path).exists() || !is_whole && path.is_empty() || sources.iter().any(is_end)
    };
    spans.filter(is_path).flat_map(alternatives).filter(|path| !exists(path)).collect()
}

/// Returns the part of a path before a component that stands for any name, and whether that is all of it.
fn without_placeholders(path: &str) -> (&str, bool) {
    let is_placeholder = |component: &str| {
        let name = component.split('.').next().unwrap_or_default();
        component.contains(['*', '<']) || name.len() > 1 && name.chars().all(|c| c.is_ascii_uppercase())
    };
    let mut end = 0;
    for component in path.split_inclusive('/') {
        if is_placeholder(component.trim_end_matches('/')) {
            return (path[..end].trim_end_matches('/'), false);
        }
        end += component.len();
    }
    (path.trim_end_matches('/'), true)
}

/// Returns the paths that `a/{b,c}.rs` stands for.
fn alternatives(path: &str) -> Vec<String> {
    match path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?))) {
        Some((before, (words, after))) => {
            words.split(',').flat_map(|word| alternatives(&format!("{before}{word}{after}"))).collect()
        }
        None => vec![path.to_owned()],
    }
}

/// Compares the rows of the table of crates with the manifests.
fn wrong_rows(text: &str, packages: &[Package]) -> Vec<String> {
    let rows: Vec<(String, String)> = text.lines().filter_map(row).collect();
    let is_product = |package: &&Package| !TOOLING.contains(&short(&package.name));
    let mut violations = Vec::new();
    for package in packages.iter().filter(is_product) {
        let name = short(&package.name);
        let normal = package.dependencies.iter().filter(|used| used.kind == Kind::Normal);
        let mut used: Vec<&str> = normal.map(|used| short(&used.name)).collect();
        used.sort_unstable();
        used.dedup();
        let used = used.join(", ");
        match rows.iter().find(|(row, _)| row == name) {
            None => violations.push(format!("{MAP}: {name} has no row in the table of crates")),
            Some((_, written)) if *written != used => {
                violations.push(format!("{MAP}: {name} uses `{used}`, not `{written}`"));
            }
            Some(_) => {}
        }
    }
    violations
}

/// Returns the crate of a row of the table, and the crates that it uses.
fn row(line: &str) -> Option<(String, String)> {
    let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
    let [name, _, uses, _, ""] = cells[..] else { return None };
    Some((name.strip_prefix('`')?.strip_suffix('`')?.to_owned(), uses.to_owned()))
}

fn short(package: &str) -> &str {
    package.strip_prefix("reenact-").unwrap_or(package)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::Dependency;
    use std::path::PathBuf;

    /// Returns a directory with the documents that there must be.
    fn repository(documents: &[(&str, &str)], files: &[PathBuf]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for file in files.iter().map(|file| root.path().join(file)) {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        fs::create_dir_all(root.path().join("docs")).unwrap();
        for name in ["README.md", MAP, "CONTRIBUTING.md", "docs/cli.md"] {
            let text = documents.iter().find(|(document, _)| *document == name).map_or("", |(_, text)| text);
            fs::write(root.path().join(name), text).unwrap();
        }
        root
    }

    fn check(document: &str, text: &str, expected: &[&str]) {
        let files = ["crates/a/src/lib.rs", "crates/a/src/probe/class.rs"].map(PathBuf::from);
        let root = repository(&[(document, text)], &files);
        assert_eq!(violations(root.path(), &[]).unwrap(), expected);
    }

    #[test]
    fn paths_that_exist_are_accepted() {
        check(
            "README.md",
            "`crates/a/src/`, `probe/class.rs`, `crates/a/src/{lib,probe/class}.rs`, `crates/CRATE/x.rs`, \
             `crates/<name>`, `src/main/java`, `cargo run crates/b`, [the map](ARCHITECTURE.md#crates), \
             [home](https://example.org/x)\n```\n`crates/b`\n```\n",
            &[],
        );
    }

    #[test]
    fn others_are_named_with_their_document() {
        check(
            "docs/cli.md",
            "`crates/b`, `crates/a/src/{lib,old}.rs`, `class/probe.rs`, [gone](../README.txt)",
            &[
                "docs/cli.md: ../README.txt does not exist",
                "docs/cli.md: crates/b does not exist",
                "docs/cli.md: crates/a/src/old.rs does not exist",
                "docs/cli.md: class/probe.rs does not exist",
            ],
        );
    }

    #[test]
    fn the_table_of_crates_is_that_of_the_manifests() {
        let package = |name: &str, uses: &[(&str, Kind)]| Package {
            name: format!("reenact-{name}"),
            dependencies: uses
                .iter()
                .map(|(used, kind)| Dependency { name: format!("reenact-{used}"), kind: *kind })
                .collect(),
        };
        let packages = [
            package("base", &[]),
            package("world", &[("classfile", Kind::Normal), ("base", Kind::Normal), ("jvm", Kind::Dev)]),
            package("flow", &[("world", Kind::Normal)]),
            package("cli", &[]),
            package("xtask", &[]),
        ];
        let table = "| crate | does | uses | never |\n|---|---|---|---|\n| `base` | ids | | I/O |\n\
                     | `world` | a program | base, classfile | I/O |\n| `flow` | code | base | I/O |\n";
        let root = repository(&[(MAP, table)], &[]);
        let expected = [
            "ARCHITECTURE.md: flow uses `world`, not `base`",
            "ARCHITECTURE.md: cli has no row in the table of crates",
        ];
        assert_eq!(violations(root.path(), &packages).unwrap(), expected);
    }
}
