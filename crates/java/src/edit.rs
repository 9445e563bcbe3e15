//! Edits of source files that exist.
//!
//! A [`SourceFile`] is parsed with tree-sitter; a file whose tree has an error is refused, so that nothing is ever inserted
//! into code that was misread. Edits only insert: comments, layout, line ends and everything else stay as they are, byte for
//! byte. What is inserted is indented and braced as the class around it is.
//!
//! ```
//! use reenact_java::edit::{Addition, SourceFile, When};
//!
//! let source = "class ATest {\n  @Before\n  public void open() {\n    a();\n  }\n}\n";
//! let file = SourceFile::parse(source)?;
//! let reset = Addition::new(vec!["Cache.clear();".into()]);
//! let edited = file.add_to_fixture("ATest", When::BeforeEach, &reset)?;
//! assert_eq!(edited, source.replace("    a();", "    Cache.clear();\n    a();"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod declared;
mod fixture;
mod imports;
mod layout;
mod names;
mod parse;
mod patch;

use std::ops::Range;

pub use declared::{Annotation, Class, Field, Method, Statement, StatementKind};
pub use fixture::{Addition, Framework, When};
pub use imports::Import;
pub use names::{Names, Snippet, class_name};
pub use patch::unified_diff;

/// A source file that was parsed without an error.
#[derive(Clone, Debug)]
pub struct SourceFile {
    text: String,
    /// Empty for the unnamed package.
    package: String,
    /// The end of the package declaration.
    package_end: Option<usize>,
    imports: Vec<Import>,
    /// All classes but local and anonymous ones, outer before inner ones.
    classes: Vec<Class>,
    tree: tree_sitter::Tree,
}

/// Why a file cannot be edited.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EditError {
    #[error("it has {bytes} bytes, and files of more than {limit} are not edited")]
    TooLong { bytes: usize, limit: usize },
    #[error("line {line} cannot be parsed")]
    Syntax { line: usize },
    #[error("class {0} is not declared in it")]
    NoClass(String),
    #[error("class {class} has no method {method} with a body")]
    NoMethod { class: String, method: String },
    #[error("{0} is not a class that can have set-up methods")]
    NoFixtures(String),
    #[error("it would not parse any more")]
    Broken,
}

impl SourceFile {
    /// The text as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The package, with dots; empty for the unnamed one.
    pub fn package(&self) -> &str {
        &self.package
    }

    pub fn imports(&self) -> &[Import] {
        &self.imports
    }

    /// All classes but local and anonymous ones, outer before inner ones.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// Returns a class by its binary name, such as `a.b.Outer$Inner`.
    pub fn class(&self, binary_name: &str) -> Result<&Class, EditError> {
        let found = self.classes.iter().find(|class| class.binary_name == binary_name);
        found.ok_or_else(|| EditError::NoClass(binary_name.to_owned()))
    }

    /// Returns the text of a range.
    pub fn slice(&self, range: &Range<usize>) -> &str {
        &self.text[range.clone()]
    }

    /// Returns the text with parts replaced, which must not overlap. For variants that are tried, not for edits.
    pub fn replaced(&self, parts: &[(Range<usize>, String)]) -> String {
        let mut parts: Vec<&(Range<usize>, String)> = parts.iter().collect();
        parts.sort_by_key(|(range, _)| (range.start, range.end));
        let mut text = String::with_capacity(self.text.len());
        let mut at = 0;
        for (range, by) in parts {
            // An insertion that lies in a replaced part goes with it.
            if range.start >= at {
                text.push_str(&self.text[at..range.start]);
                text.push_str(by);
                at = range.end;
            }
        }
        text.push_str(&self.text[at..]);
        text
    }

    /// The line that a position is on, from 1.
    pub fn line_of(&self, at: usize) -> usize {
        self.text[..at].matches('\n').count() + 1
    }

    /// Inserts texts and parses the result, which must have no errors.
    fn inserted(&self, insertions: &[(usize, String)]) -> Result<String, EditError> {
        let parts: Vec<(Range<usize>, String)> =
            insertions.iter().map(|(at, text)| (*at..*at, text.clone())).collect();
        let text = self.replaced(&parts);
        match SourceFile::parse(&text) {
            Ok(_) => Ok(text),
            Err(_) => Err(EditError::Broken),
        }
    }
}

#[cfg(test)]
mod tests;
