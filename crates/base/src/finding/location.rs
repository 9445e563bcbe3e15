//! Places that findings point at.

use std::fmt;

/// A place in a source file or in a class file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    /// A line of a file, relative to the repository if that is known.
    Source { file: String, line: Option<u32> },
    /// A line of a class of which only the class file is known.
    Class {
        /// The class path entry: a jar or a directory.
        entry: String,
        /// The binary name, `pkg.Class`.
        class: String,
        /// The file that its `SourceFile` attribute names, such as `Order.java`.
        source: Option<String>,
        line: Option<u32>,
    },
}

impl Location {
    /// A line of a source file.
    pub fn source(file: impl Into<String>, line: Option<u32>) -> Location {
        Location::Source { file: file.into(), line }
    }

    /// A class on the class path, without a line.
    pub fn class(entry: impl Into<String>, class: impl Into<String>) -> Location {
        Location::Class { entry: entry.into(), class: class.into(), source: None, line: None }
    }

    /// The line, if it is known.
    pub fn line(&self) -> Option<u32> {
        match self {
            Location::Source { line, .. } | Location::Class { line, .. } => *line,
        }
    }

    /// `src/Order.java:17`, or `Order.java:17` of a class whose source is not at hand.
    pub fn short(&self) -> String {
        let (file, line) = match self {
            Location::Source { file, line } => (file, line),
            Location::Class { class, source, line, .. } => (source.as_ref().unwrap_or(class), line),
        };
        match line {
            Some(line) => format!("{file}:{line}"),
            None => file.clone(),
        }
    }
}

/// `src/Order.java:17`, `Order.java:17 (com.acme.Order in app.jar)`.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())?;
        match self {
            Location::Class { entry, class, source: Some(_), .. } => write!(f, " ({class} in {entry})"),
            Location::Class { entry, .. } => write!(f, " (in {entry})"),
            Location::Source { .. } => Ok(()),
        }
    }
}

/// Another place that belongs to a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    pub location: Option<Location>,
    /// The reason why the place matters.
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_shown_as_far_as_they_are_known() {
        assert_eq!(Location::source("src/A.java", Some(3)).to_string(), "src/A.java:3");
        assert_eq!(Location::class("a.jar", "p.A").to_string(), "p.A (in a.jar)");
        let known = Location::Class {
            entry: "a.jar".to_owned(),
            class: "p.A".to_owned(),
            source: Some("A.java".to_owned()),
            line: Some(3),
        };
        assert_eq!((known.to_string(), known.line()), ("A.java:3 (p.A in a.jar)".to_owned(), Some(3)));
    }
}
