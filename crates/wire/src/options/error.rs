//! Errors in an option string, with suggestions.

use std::fmt;

use reenact_base::spelling::nearest;

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
