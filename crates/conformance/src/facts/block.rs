//! The JVM's answers, parsed.

use std::borrow::Cow;
use std::collections::HashSet;

/// All that is said of one class.
#[derive(Clone, Default, Debug)]
pub(super) struct Block<'t> {
    /// Internal name.
    pub class: Cow<'t, str>,
    pub facts: Vec<&'t str>,
    /// Other classes that questions are about.
    pub beside: Vec<Cow<'t, str>>,
    /// Of these, the ones whose module the class's own does not read.
    pub unread: Vec<Cow<'t, str>>,
    /// Names and descriptors of methods for which the JVM has a method that no class file has, and that
    /// throws an error.
    pub overpasses: HashSet<&'t str>,
    /// Facts that the JVM does not give: reason, kind, and what they are about, or nothing if all of the
    /// kind are meant.
    pub without: Vec<(&'t str, &'t str, &'t str)>,
}

impl<'t> Block<'t> {
    /// Takes the whole text apart.
    pub fn all(text: &'t str) -> Vec<Block<'t>> {
        let mut blocks: Vec<Block<'t>> = Vec::new();
        for line in text.lines() {
            let Some(note) = line.strip_prefix('!') else {
                blocks.last_mut().expect("facts follow the class they are about").facts.push(line);
                continue;
            };
            let mut parts = note.split('\t');
            let mut part = || parts.next().expect("three parts");
            let (kind, about, answer) = (part(), part(), part());
            if kind == "class" {
                blocks.push(Block { class: unescaped(about), ..Block::default() });
                continue;
            }
            let block = blocks.last_mut().expect("notes follow the class they are about");
            match kind.split_once(' ').unwrap_or((kind, "")) {
                ("beside", _) => block.beside.push(unescaped(about)),
                ("overpass", _) => drop(block.overpasses.insert(about)),
                ("unread", _) => block.unread.push(unescaped(about)),
                ("without", reason) => block.without.push((reason, about, answer)),
                _ => panic!("`{line}` is not a known note"),
            }
        }
        blocks
    }

    /// Returns whether there is such a class for the JVM.
    pub fn is_loaded(&self) -> bool {
        self.facts.contains(&"loads\t\tyes")
    }

    /// Returns whether the JVM could link the class; without that it gives no answers about references to it.
    pub fn is_linked(&self) -> bool {
        !self.without.iter().any(|&(_, kind, _)| kind == "linked")
    }

    /// Returns whether the JVM does not give this fact.
    pub fn is_without(&self, fact: &str) -> bool {
        !self.without.is_empty() && {
            let (kind, rest) = fact.split_once('\t').unwrap_or((fact, ""));
            let about = rest.split('\t').next().unwrap_or_default();
            self.without.iter().any(|&(_, k, a)| k == kind && (a.is_empty() || a == about))
        }
    }
}

/// A name as it was before everything but printable ASCII was written as UTF-16 code units.
fn unescaped(name: &str) -> Cow<'_, str> {
    let mut parts = name.split("\\u");
    let first = parts.next().unwrap_or_default();
    let mut units: Vec<u16> = first.encode_utf16().collect();
    for part in parts {
        let (unit, rest) = part.split_at(4);
        units.push(u16::from_str_radix(unit, 16).expect("four hexadecimal digits"));
        units.extend(rest.encode_utf16());
    }
    if first.len() == name.len() { name.into() } else { String::from_utf16_lossy(&units).into() }
}
