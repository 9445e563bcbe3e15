//! The finding model: what an engine has to say to a person, apart from how it is shown.

use std::fmt;

/// How much a finding matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing; nothing needs doing.
    Note,
    /// Something was left out or may be wrong; the rest stands.
    Warning,
    /// What was asked for could not be done.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// One thing an engine has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// A stable name for this kind of finding, such as `class-unreadable`.
    pub code: &'static str,
    /// The file, class or member it is about.
    pub subject: String,
    /// What is the matter: lower case, no final period.
    pub message: String,
    /// What to do about it, if anything can be done.
    pub help: Option<String>,
}

impl Finding {
    /// A finding without advice; see [`Finding::with_help`].
    pub fn new(
        severity: Severity,
        code: &'static str,
        subject: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Finding { severity, code, subject: subject.into(), message: message.into(), help: None }
    }

    /// The same finding with a next step for the reader.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
