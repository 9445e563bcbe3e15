//! The finding model: a typed message of an engine, independent of how it is rendered.
//!
//! A finding has a registered [`Code`], a typed [`Subject`], a [`Location`] if one is known, and a
//! [`Fingerprint`] that stays the same when lines move. Renderers are in the `report` crate.
//!
//! ```
//! use reenact_base::finding::{Code, Finding, Location, Severity, Subject};
//!
//! let finding = Finding::new(Code::ClassUnreadable, Subject::class("com.acme.Order"), "ends at byte 7 of 9")
//!     .with_help("build the class again")
//!     .at(Location::class("lib/acme.jar", "com.acme.Order"));
//! assert_eq!(finding.severity, Severity::Warning);
//! assert_eq!(finding.code.name(), "class-unreadable");
//! ```

mod code;
mod fingerprint;
mod location;

use std::fmt;

pub use code::Code;
pub use fingerprint::Fingerprint;
pub use location::{Location, Related};

/// The importance of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Information; no action is needed.
    Note,
    /// Something was left out or may be wrong; the other results are valid.
    Warning,
    /// A requested operation failed.
    Error,
}

impl Severity {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    /// The severity of a name.
    pub fn named(name: &str) -> Option<Severity> {
        [Severity::Note, Severity::Warning, Severity::Error].into_iter().find(|one| one.name() == name)
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The thing that a finding is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Subject {
    /// A file or directory, or an entry of an archive such as `a.jar!/p/A.class`.
    File(String),
    /// A class by its binary name, `pkg.Class`.
    Class(String),
    /// A method, `pkg.Class#method(types)`, or a field, `pkg.Class#field`.
    Member(String),
    /// A recorded invocation: its number in the recording and its method.
    Invocation { number: u64, method: String },
    /// A test, `pkg.Class#method`.
    Test(String),
    /// Anything else with a name: this machine, a process, a build tool.
    Other(String),
}

impl Subject {
    /// A file, directory or archive entry.
    pub fn file(path: impl Into<String>) -> Subject {
        Subject::File(path.into())
    }

    /// A class by its binary name.
    pub fn class(name: impl Into<String>) -> Subject {
        Subject::Class(name.into())
    }

    /// A method or field, `pkg.Class#name`.
    pub fn member(name: impl Into<String>) -> Subject {
        Subject::Member(name.into())
    }

    /// A recorded invocation.
    pub fn invocation(number: u64, method: impl Into<String>) -> Subject {
        Subject::Invocation { number, method: method.into() }
    }

    /// A test, `pkg.Class#method`.
    pub fn test(name: impl Into<String>) -> Subject {
        Subject::Test(name.into())
    }

    /// Anything else with a name.
    pub fn other(name: impl Into<String>) -> Subject {
        Subject::Other(name.into())
    }

    /// The kind of subject, as reports name it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Subject::File(_) => "file",
            Subject::Class(_) => "class",
            Subject::Member(_) => "member",
            Subject::Invocation { .. } => "invocation",
            Subject::Test(_) => "test",
            Subject::Other(_) => "other",
        }
    }

    /// The name without the kind. For an invocation, this is its method.
    pub fn name(&self) -> &str {
        match self {
            Subject::File(name)
            | Subject::Class(name)
            | Subject::Member(name)
            | Subject::Invocation { method: name, .. }
            | Subject::Test(name)
            | Subject::Other(name) => name,
        }
    }

    /// Applies a function to the name, for example to escape control characters.
    pub fn map_name(self, f: impl FnOnce(String) -> String) -> Subject {
        match self {
            Subject::File(name) => Subject::File(f(name)),
            Subject::Class(name) => Subject::Class(f(name)),
            Subject::Member(name) => Subject::Member(f(name)),
            Subject::Invocation { number, method } => Subject::Invocation { number, method: f(method) },
            Subject::Test(name) => Subject::Test(f(name)),
            Subject::Other(name) => Subject::Other(f(name)),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Invocation { number, method } => write!(f, "invocation {number} of {method}"),
            other => f.write_str(other.name()),
        }
    }
}

/// A message of an engine about one subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The kind of finding.
    pub code: Code,
    /// The code's default unless the producer knows better.
    pub severity: Severity,
    /// The thing that it is about.
    pub subject: Subject,
    /// The place to look at, if one is known.
    pub location: Option<Location>,
    /// The description of the problem: lower case, no final period.
    pub message: String,
    /// The next step for the reader, if there is one.
    pub help: Option<String>,
    /// Other places, in order: the steps of a flow from source to sink.
    pub related: Vec<Related>,
    /// The parts of the message that identify the finding; see [`Finding::identified_by`].
    pub identity: Option<Vec<String>>,
}

impl Finding {
    /// Creates a finding with the code's default severity and without location or help.
    pub fn new(code: Code, subject: Subject, message: impl Into<String>) -> Self {
        Finding {
            code,
            severity: code.severity(),
            subject,
            location: None,
            message: message.into(),
            help: None,
            related: Vec::new(),
            identity: None,
        }
    }

    /// Sets a severity other than the code's default.
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Sets the next step for the reader.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the location.
    pub fn at(mut self, location: Location) -> Self {
        self.location = Some(location);
        self
    }

    /// Adds another location with the reason why it matters.
    pub fn with_related(mut self, location: Option<Location>, message: impl Into<String>) -> Self {
        self.related.push(Related { location, message: message.into() });
        self
    }

    /// Sets the parts that tell this finding from others of the same code and subject. Without them, the message
    /// is used with its numbers left out. An empty list means that code and subject are enough.
    pub fn identified_by<S: Into<String>>(mut self, parts: impl IntoIterator<Item = S>) -> Self {
        self.identity = Some(parts.into_iter().map(Into::into).collect());
        self
    }

    /// An identity that does not depend on locations, severity or help.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(message: &str) -> Finding {
        Finding::new(Code::ClassUnreadable, Subject::file("a.jar!/p/A"), message)
    }

    #[test]
    fn severities_have_names() {
        for severity in [Severity::Note, Severity::Warning, Severity::Error] {
            assert_eq!(Severity::named(severity.name()), Some(severity));
        }
        assert_eq!(Severity::named("fatal"), None);
    }

    #[test]
    fn fingerprints_ignore_lines_numbers_and_help() {
        let one = finding("ends at byte 17 of 30");
        let moved = finding("ends at byte 99 of 100")
            .at(Location::source("p/A.java", Some(4)))
            .with_help("build it again")
            .with_severity(Severity::Error);
        assert_eq!(one.fingerprint(), moved.fingerprint());
        assert_ne!(one.fingerprint(), finding("has no constant pool").fingerprint());
        let other = Finding { subject: Subject::file("b.jar!/p/A"), ..one.clone() };
        assert_ne!(one.fingerprint(), other.fingerprint());
        // A file and a class of one name are different subjects.
        let class = Finding { subject: Subject::class("a.jar!/p/A"), ..one.clone() };
        assert_ne!(one.fingerprint(), class.fingerprint());
    }

    #[test]
    fn explicit_parts_replace_the_message() {
        let point = |message: &str| finding(message).identified_by([] as [&str; 0]);
        assert_eq!(point("depends on a").fingerprint(), point("depends on b").fingerprint());
        let parts = |parts: &[&str]| finding("m").identified_by(parts.iter().copied()).fingerprint();
        assert_ne!(parts(&["a", "b"]), parts(&["ab"]));
        assert_ne!(parts(&["a"]), parts(&["a", ""]));
    }

    /// Baselines on disk depend on it.
    #[test]
    fn fingerprints_are_the_same_in_every_version() {
        assert_eq!(finding("m").fingerprint().to_string(), "3c5cb8f623ff80df1c4f84e0acad8620");
    }

    #[test]
    fn subjects_are_shown_with_what_a_reader_needs() {
        assert_eq!(Subject::invocation(7, "p.A#m()").to_string(), "invocation 7 of p.A#m()");
        assert_eq!(Subject::class("p.A").to_string(), "p.A");
        assert_eq!(Subject::test("p.A#m").map_name(|name| name + "!").to_string(), "p.A#m!");
    }
}
