//! Crates that do no I/O do not name the parts of `std` that do it, except in their tests.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// The modules of `std` that touch disks, networks and processes.
const IO_MODULES: [&str; 3] = ["fs", "net", "process"];

/// Everything that these files may not name, a line each.
pub fn violations(root: &Path, files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let mut violations = Vec::new();
    for file in files {
        let shown = file.strip_prefix(root).unwrap_or(file);
        if is_test(shown) {
            continue;
        }
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let shown = shown.display();
        violations.extend(io_in(&text).into_iter().map(|(line, module)| {
            format!(
                "{shown}:{line}: std::{module} in a crate that does no I/O; let the caller hand over the bytes"
            )
        }));
    }
    Ok(violations)
}

/// Whether a file is `tests.rs` or lies in `tests/`.
fn is_test(file: &Path) -> bool {
    file.file_stem().is_some_and(|stem| stem == "tests") || file.iter().any(|part| part == "tests")
}

/// The I/O modules that a source names, by line.
fn io_in(source: &str) -> Vec<(usize, &'static str)> {
    let code = without_comments_and_tests(source);
    let mut found = Vec::new();
    for (at, _) in code.match_indices("std::") {
        // Part of another name, such as `my_std::`.
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let line = 1 + code[..at].matches('\n').count();
        let rest = &code[at + "std::".len()..];
        let first_names = match rest.strip_prefix('{') {
            Some(group) => first_names_in_group(group),
            None => vec![first_name(rest)],
        };
        found.extend(
            IO_MODULES.iter().filter(|module| first_names.contains(module)).map(|module| (line, *module)),
        );
    }
    found
}

/// Of `a::{b, c}, d}`, which is what follows a brace: `a` and `d`.
fn first_names_in_group(group: &str) -> Vec<&str> {
    let mut depth = 1;
    let mut names = vec![first_name(group)];
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(first_name(&group[at + 1..])),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

fn first_name(text: &str) -> &str {
    let text = text.trim_start();
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The source with line comments and `#[cfg(test)]` items blanked, its lines kept. Relies on
/// rustfmt: an item ends on the line where its closing brace has the attribute's indentation.
fn without_comments_and_tests(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut skipped_indent: Option<&str> = None;
    for line in source.lines() {
        let text = line.trim_start();
        let indent = &line[..line.len() - text.len()];
        match skipped_indent {
            Some(skipped) => {
                let item_ended = indent == skipped && (text.starts_with('}') || text.ends_with([';', '}']));
                if item_ended && !text.starts_with("#[") {
                    skipped_indent = None;
                }
            }
            None if text.starts_with("#[cfg(test)]") => skipped_indent = Some(indent),
            None => code.push_str(line.split("//").next().unwrap_or_default()),
        }
        code.push('\n');
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[(usize, &str)]) {
        assert_eq!(io_in(source), expected, "{source}");
    }

    #[test]
    fn every_way_to_name_it_is_seen() {
        check("use std::fs;\nuse std::fmt;\n", &[(1, "fs")]);
        check("fn f() { std::process::exit(1) }\n", &[(1, "process")]);
        check("use std::{fmt, fs::File};\n", &[(1, "fs")]);
        check("\nuse std::{\n    io,\n    collections::{self, BTreeMap},\n    net,\n};\n", &[(2, "net")]);
        check("use ::std::net::TcpStream;", &[(1, "net")]);
        check("fn f() -> u8\nwhere\nstd::fs::File: Sized {}", &[(3, "fs")]);
    }

    #[test]
    fn what_only_looks_like_it_is_not() {
        check("use std::fmt;\nuse crate::fs;\n/// As std::fs does.\n// std::net\n", &[]);
        check("use std::{io::{self, fs}, fmt};\n", &[]);
        check("use my_std::fs;\nuse std::fs_like;\n", &[]);
    }

    #[test]
    fn tests_may_do_io() {
        check(
            "#[cfg(test)]\nmod tests {\n    use std::fs;\n    fn f() {\n    }\n}\nfn g() { std::fs::read(p) }\n",
            &[(7, "fs")],
        );
        check("#[cfg(test)]\nmod tests;\nuse std::fs;\n", &[(3, "fs")]);
        check("#[cfg(test)]\n#[allow(x)]\nuse std::fs;\nuse std::net;\n", &[(4, "net")]);
        assert!(is_test(Path::new("src/a/tests.rs")) && is_test(Path::new("src/tests/a.rs")));
        assert!(!is_test(Path::new("src/testing.rs")));
    }

    #[test]
    fn files_and_lines_are_named() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("src/a.rs");
        fs::create_dir(root.path().join("src")).unwrap();
        fs::write(&file, "\nuse std::fs;\n").unwrap();
        assert_eq!(
            violations(root.path(), &[file]).unwrap(),
            ["src/a.rs:2: std::fs in a crate that does no I/O; let the caller hand over the bytes"]
        );
    }
}
