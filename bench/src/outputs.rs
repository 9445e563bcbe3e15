//! The output of a run, and how it differs from that of another run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

/// Outputs by name: streams, files, answers of a server.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Outputs(BTreeMap<String, Vec<u8>>);

impl Outputs {
    pub fn add(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.0.insert(name.into(), bytes.into());
    }

    /// Takes in every file of a directory.
    pub fn add_files(&mut self, directory: &Path) -> io::Result<()> {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            self.add(entry.file_name().to_string_lossy(), fs::read(entry.path())?);
        }
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All outputs together, in bytes.
    pub fn bytes(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Differences from the run that this one should be like, a line each.
    pub fn differences(&self, expected: &Outputs) -> Vec<String> {
        let names: BTreeSet<&String> = self.0.keys().chain(expected.0.keys()).collect();
        let different = names.into_iter().filter_map(|name| match (self.0.get(name), expected.0.get(name)) {
            (None, _) => Some(format!("{name}: missing")),
            (_, None) => Some(format!("{name}: not there without the agent")),
            (Some(found), Some(expected)) if found == expected => None,
            (Some(found), Some(expected)) => Some(format!("{name}: {}", first_difference(found, expected))),
        });
        different.collect()
    }
}

fn first_difference(found: &[u8], expected: &[u8]) -> String {
    let (Ok(found_text), Ok(expected_text)) = (std::str::from_utf8(found), std::str::from_utf8(expected))
    else {
        return format!("{} bytes that differ, {} expected", found.len(), expected.len());
    };
    let (mut found_lines, mut expected_lines) = (found_text.lines(), expected_text.lines());
    for number in 1.. {
        let pair = (found_lines.next(), expected_lines.next());
        match pair {
            (None, None) => break,
            (found, expected) if found == expected => {}
            (found, expected) => {
                let shown =
                    |line: Option<&str>| line.map_or("the end".to_owned(), |line| format!("`{line}`"));
                return format!("line {number} is {}, expected {}", shown(found), shown(expected));
            }
        }
    }
    "line ends differ".to_owned()
}

/// The lines of a log that one without the agent does not have, numbers aside: times, ports and
/// process ids are others each time.
pub fn new_lines(log: &str, plain: &str) -> Vec<String> {
    let known: BTreeSet<String> = plain.lines().map(without_numbers).collect();
    log.lines().filter(|line| !known.contains(&without_numbers(line))).map(str::to_owned).collect()
}

/// Returns whether a line of a log reports a failure.
pub fn is_complaint(line: &str) -> bool {
    line.contains("Exception") || line.contains("Error") || line.trim_start().starts_with("at ")
}

/// Dots go as well: loggers cut addresses in the names of threads, where depends on the numbers in them.
fn without_numbers(line: &str) -> String {
    line.chars().filter(|c| !c.is_ascii_digit() && *c != '.').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_is_named() {
        let mut plain = Outputs::default();
        plain.add("same", "x");
        plain.add("text", "one\ntwo\n");
        plain.add("image", [0xff, 1]);
        plain.add("gone", "");
        let mut other = plain.clone();
        assert_eq!(other.differences(&plain), Vec::<String>::new());
        other.add("text", "one\n2\n");
        other.add("image", [0xff]);
        other.add("new", "");
        other.0.remove("gone");
        let expected = [
            "gone: missing",
            "image: 1 bytes that differ, 2 expected",
            "new: not there without the agent",
            "text: line 2 is `2`, expected `two`",
        ];
        assert_eq!(other.differences(&plain), expected);
    }

    #[test]
    fn lines_that_differ_in_numbers_are_known() {
        let plain = "12:30 started on 8080\n";
        let log = "12:31 started on 9090\njava.lang.Exception: x\n\tat A.b(A.java:3)\n";
        let new = new_lines(log, plain);
        assert_eq!(new, ["java.lang.Exception: x", "\tat A.b(A.java:3)"]);
        assert!(new.iter().all(|line| is_complaint(line)) && !is_complaint(plain));
    }
}
