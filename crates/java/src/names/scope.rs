//! Names within one method or class, each handed out once.

use std::collections::{BTreeMap, BTreeSet};

use super::identifier::{is_identifier, is_part, is_start};

/// Hands out names, each once. A scope within another is a clone of it: a local variable may not have the
/// name of another around it (JLS 6.4).
#[derive(Clone, Default, Debug)]
pub struct NameScope {
    used: BTreeSet<String>,
    /// The number to try next behind a name, so that a thousand points do not count from two each.
    next: BTreeMap<String, u64>,
}

impl NameScope {
    pub fn new() -> NameScope {
        NameScope::default()
    }

    /// Keeps a name from being handed out.
    pub fn reserve(&mut self, name: &str) {
        self.used.insert(name.to_owned());
    }

    /// Whether it is a name, and free still.
    pub fn is_free(&self, name: &str) -> bool {
        // Both are identifiers, but not wherever a variable or a method may stand.
        is_identifier(name) && !matches!(name, "var" | "yield") && !self.used.contains(name)
    }

    /// The wanted name, or with the first number behind it that makes it free: `point`, `point2`. What cannot
    /// be a name is made one.
    pub fn take(&mut self, wanted: &str) -> String {
        let wanted = identifier(wanted);
        if self.is_free(&wanted) {
            self.reserve(&wanted);
            return wanted;
        }
        let stem = wanted.trim_end_matches(|last: char| last.is_ascii_digit());
        let own_number = wanted[stem.len()..].parse::<u64>().ok().filter(|number| *number < 1_000_000);
        let (stem, first) = match own_number {
            Some(number) => (stem, number + 1),
            None => (&*wanted, 2),
        };
        let mut number = self.next.get(stem).copied().unwrap_or(0).max(first);
        let name = loop {
            let name = format!("{stem}{number}");
            number += 1;
            if self.is_free(&name) {
                break name;
            }
        };
        self.next.insert(stem.to_owned(), number);
        self.reserve(&name);
        name
    }

    /// The first of several wanted names that is free, or the first of all with a number.
    pub fn take_first(&mut self, wanted: &[&str]) -> String {
        let free = wanted.iter().find(|name| self.is_free(name));
        self.take(free.or(wanted.first()).copied().unwrap_or("value"))
    }
}

/// The name itself if it is one, otherwise what is left of it without what a name cannot have.
fn identifier(wanted: &str) -> String {
    if is_identifier(wanted) && !matches!(wanted, "var" | "yield") {
        return wanted.to_owned();
    }
    let name: String = wanted.chars().filter(|char| is_part(*char)).collect();
    match name.chars().next() {
        None => "value".to_owned(),
        Some(first) if !is_start(first) => format!("value{name}"),
        _ if is_identifier(&name) && !matches!(&*name, "var" | "yield") => name,
        _ => name + "Value",
    }
}
