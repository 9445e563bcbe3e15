//! The test sources of a project on disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use reenact_order::fix::Sources;

use super::super::Error;
use super::super::project::TestSuite;

/// Files above this size are not read: no person edits them.
const LARGEST: u64 = 8 << 20;

/// The sources of a suite.
pub struct TestSources {
    /// The directory that paths are relative to.
    pub root: PathBuf,
    /// Paths below the root with `/`, and texts.
    pub files: BTreeMap<String, String>,
    pub texts: Sources,
}

/// Reads all Java files below the directories of test sources.
pub fn read(suite: &TestSuite) -> Result<TestSources, Error> {
    let root = fs::canonicalize(&suite.directory).unwrap_or_else(|_| suite.directory.clone());
    let mut files = BTreeMap::new();
    let failed = |path: &Path, source: io::Error| Error::Source { path: path.to_owned(), source };
    let absolute = |path: &PathBuf| fs::canonicalize(path).unwrap_or_else(|_| path.clone());
    let mut open: Vec<PathBuf> = suite.test_sources.iter().map(absolute).collect();
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).map_err(|error| failed(&directory, error))? {
            let entry = entry.map_err(|error| failed(&directory, error))?;
            let path = entry.path();
            let kind = entry.file_type().map_err(|error| failed(&path, error))?;
            if kind.is_dir() {
                open.push(path);
                continue;
            }
            let is_java = path.extension().is_some_and(|extension| extension == "java");
            let is_small = entry.metadata().is_ok_and(|data| data.len() <= LARGEST);
            if !kind.is_file() || !is_java || !is_small {
                continue;
            }
            // A file in another encoding than UTF-8 cannot be written back byte for byte.
            if let Ok(text) = String::from_utf8(fs::read(&path).map_err(|error| failed(&path, error))?) {
                let below = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned();
                files.insert(below, text);
            }
        }
    }
    Ok(TestSources { root, texts: Sources::new(files.clone()), files })
}

/// Writes a changed file, unless it has changed on disk meanwhile.
pub fn write(path: &Path, before: &str, after: &str) -> Result<(), Error> {
    let failed = |source: io::Error| Error::Source { path: path.to_owned(), source };
    let there = fs::read(path).map_err(failed)?;
    if there != before.as_bytes() {
        return Err(Error::SourceChanged { path: path.to_owned() });
    }
    fs::write(path, after).map_err(failed)
}
