//! Errors in an option string, with suggestions.

use std::fmt;

use super::KEYS;

/// Why an option string was refused. Shown once, at start-up, by a JVM that then stops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionsError {
    /// No such key.
    Unknown { key: String, nearest: Option<&'static str> },
    /// A value that its key cannot take, and what to write instead.
    Invalid { key: String, value: String, advice: String },
    /// A key that was given more than once.
    Twice { key: String },
    /// Options that the grammar cannot carry.
    NotCarried { text: String },
}

impl OptionsError {
    pub(super) fn unknown(key: &str) -> Self {
        OptionsError::Unknown { key: key.to_owned(), nearest: nearest(key, KEYS.iter().map(|key| key.name)) }
    }

    pub(super) fn invalid(key: &str, value: &str, advice: impl fmt::Display) -> Self {
        OptionsError::Invalid { key: key.to_owned(), value: value.to_owned(), advice: advice.to_string() }
    }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionsError::Unknown { key, nearest: Some(nearest) } => {
                write!(f, "unknown agent option `{key}`; did you mean `{nearest}`?")
            }
            OptionsError::Unknown { key, nearest: None } => {
                let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
                write!(f, "unknown agent option `{key}`; there are {}", names.join(", "))
            }
            OptionsError::Invalid { key, value, advice } => {
                write!(f, "agent option `{key}={value}`: {advice}")
            }
            OptionsError::Twice { key } => write!(f, "agent option `{key}` is given twice; keep one"),
            OptionsError::NotCarried { text } => {
                write!(f, "a value has `,key=`, `:` or `;` in it where it would be ambiguous: {text}")
            }
        }
    }
}

impl std::error::Error for OptionsError {}

/// The word that was probably meant: few edits away, measured by its length.
pub fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A misspelling differs by a few characters, and the distance takes quadratic time.
    let word: Vec<u8> = word.bytes().take(64).map(|b| b.to_ascii_lowercase()).collect();
    words
        .map(|candidate| (distance(&word, candidate.as_bytes()), candidate))
        .filter(|(distance, candidate)| *distance <= (candidate.len() / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many characters must be inserted, removed, replaced or swapped with their neighbour.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(x != y);
            let mut least = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
