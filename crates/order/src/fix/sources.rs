//! The sources of the tests.

use std::collections::BTreeMap;

use reenact_java::edit::{EditError, SourceFile};

/// Test sources by path, as they are on disk and as edits leave them.
#[derive(Clone, Default, Debug)]
pub struct Sources {
    /// Paths relative to the project, with `/`.
    files: BTreeMap<String, String>,
}

/// Why a class's source cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SourceError {
    #[error("the source of {class} was not found below the directories of test sources")]
    Missing { class: String },
    #[error("cannot edit {path}: {error}")]
    Edit { path: String, error: EditError },
}

impl Sources {
    pub fn new(files: BTreeMap<String, String>) -> Self {
        Sources { files }
    }

    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    pub fn replace(&mut self, path: &str, text: String) {
        self.files.insert(path.to_owned(), text);
    }

    /// Returns the path of the file that declares a class, by its binary name.
    pub fn path_of(&self, class: &str) -> Option<&str> {
        let (package, name) = class.rsplit_once('.').unwrap_or(("", class));
        let directory = match package {
            "" => String::new(),
            package => format!("{}/", package.replace('.', "/")),
        };
        // A dollar may be part of a name: the longest one that has a file is meant.
        let ends = name.match_indices('$').map(|(at, _)| at).chain([name.len()]);
        let mut candidates: Vec<&str> =
            ends.map(|end| &name[..end]).filter(|name| !name.is_empty()).collect();
        candidates.reverse();
        candidates.iter().find_map(|name| {
            let file = format!("{directory}{name}.java");
            let mut files = self.files.iter();
            let found = files.find(|(path, text)| {
                let is_there =
                    path.strip_suffix(&file).is_some_and(|root| root.is_empty() || root.ends_with('/'));
                is_there && declares(text, package)
            });
            found.map(|(path, _)| path.as_str())
        })
    }

    /// Parses the file that declares a class.
    pub fn file_of(&self, class: &str) -> Result<(&str, SourceFile), SourceError> {
        let missing = || SourceError::Missing { class: class.to_owned() };
        let path = self.path_of(class).ok_or_else(missing)?;
        let file = SourceFile::parse(&self.files[path])
            .map_err(|error| SourceError::Edit { path: path.to_owned(), error })?;
        Ok((path, file))
    }
}

/// Whether a source is of a package: the directory `b` may lie in the package `a.b`.
fn declares(text: &str, package: &str) -> bool {
    let is_named = |rest: &str| {
        let rest = rest.trim_start().strip_prefix(package);
        rest.is_some_and(|rest| rest.trim_start().starts_with(';'))
    };
    package.is_empty() || text.split("package").skip(1).any(is_named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_the_name_of_a_class() {
        let paths =
            ["src/test/java/a/b/ATest.java", "src/test/java/a/b/Dollar$Test.java", "Top.java", "x/Top.java"];
        let text = |path: &str| (path.to_owned(), "/* a */\npackage a.b ;".to_owned());
        let sources = Sources::new(paths.map(text).into());
        assert_eq!(sources.path_of("a.b.ATest"), Some(paths[0]));
        assert_eq!(sources.path_of("a.b.ATest$Inner$Deep"), Some(paths[0]));
        assert_eq!(sources.path_of("a.b.Dollar$Test$In"), Some(paths[1]));
        assert_eq!(sources.path_of("Top"), Some(paths[2]));
        assert_eq!(sources.path_of("b.ATest"), None);
        let missing = sources.file_of("c.No").map(|_| ()).unwrap_err();
        assert_eq!(missing, SourceError::Missing { class: "c.No".to_owned() });
    }
}
