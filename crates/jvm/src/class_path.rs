//! From class-path strings to containers of class files, the way java reads them.

mod open;
mod unpack;

use std::ffi::OsStr;
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reenact_classfile::container::{Container, ContainerError};

pub use open::{open_jdk, open_target};
pub use unpack::on_disk;

/// Class-path entries in order, as they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassPath {
    written: Vec<PathBuf>,
}

impl ClassPath {
    /// Splits a string at its colons. An empty entry, or an empty string, is the working directory.
    pub fn parse(text: impl AsRef<OsStr>) -> Self {
        text.as_ref()
            .as_bytes()
            .split(|&byte| byte == b':')
            .map(OsStr::from_bytes)
            .map(PathBuf::from)
            .collect()
    }

    /// Its entries, with `dir/*` replaced by the jars of that directory. Java leaves their order to
    /// the file system; here it is that of their names.
    pub fn entries(&self) -> Vec<PathBuf> {
        self.written
            .iter()
            .flat_map(|entry| match wildcard_directory(entry) {
                Some(directory) => {
                    let jars = jars_in(directory);
                    if jars.is_empty() { vec![entry.clone()] } else { jars }
                }
                None => vec![entry.clone()],
            })
            .collect()
    }
}

impl<P: Into<PathBuf>> FromIterator<P> for ClassPath {
    fn from_iter<I: IntoIterator<Item = P>>(entries: I) -> Self {
        let entry = |path: PathBuf| if path.as_os_str().is_empty() { PathBuf::from(".") } else { path };
        ClassPath { written: entries.into_iter().map(|path| entry(path.into())).collect() }
    }
}

/// The directory of a wildcard entry; a file may have the name `*` and then is not a wildcard.
fn wildcard_directory(entry: &Path) -> Option<&Path> {
    if entry.file_name() != Some("*".as_ref()) || entry.exists() {
        return None;
    }
    entry.parent().map(|parent| if parent.as_os_str().is_empty() { Path::new(".") } else { parent })
}

/// The files that a wildcard matches: those ending in `.jar` or `.JAR`, and nothing below.
fn jars_in(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let is_jar = |name: &OsStr| name.as_bytes().ends_with(b".jar") || name.as_bytes().ends_with(b".JAR");
    let mut jars: Vec<PathBuf> =
        entries.filter(|entry| is_jar(&entry.file_name())).map(|entry| entry.path()).collect();
    jars.sort();
    jars
}

/// An opened class path.
#[derive(Default)]
pub struct Opened {
    /// Where classes are looked for, first to last.
    pub containers: Vec<Arc<dyn Container>>,
    /// Entries that java would skip without a message.
    pub problems: Vec<Problem>,
}

/// A class-path entry that gives no classes, or not all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The entry.
    pub path: PathBuf,
    /// The jar whose manifest names it, unless the class path itself does. Manifests often name
    /// jars that are neither there nor needed.
    pub named_by: Option<PathBuf>,
    /// The problem with it.
    pub kind: ProblemKind,
}

/// The problem with a class-path entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// It does not exist.
    Missing,
    /// It is a wildcard for a directory without jars.
    NoJars,
    /// The system does not let us read it.
    Unreadable(String),
    /// It is a pipe, a device or a socket.
    NotAFile,
    /// It is not an archive or runtime image, or a damaged one.
    Damaged(ContainerError),
    /// A manifest names it in a way that java does not follow.
    NotFollowed(&'static str),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match (&self.kind, &self.named_by) {
            (ProblemKind::Missing, None) => {
                write!(f, "no such file or directory {path}; is the project built?")
            }
            (ProblemKind::Missing, Some(_)) => write!(f, "no such file or directory {path}"),
            (ProblemKind::NoJars, _) => write!(f, "no jars match {path}; is the project built?"),
            (ProblemKind::Unreadable(reason), _) => {
                write!(f, "{path}: cannot be read ({reason}); check its permissions")
            }
            (ProblemKind::NotAFile, _) => {
                write!(f, "{path}: is a pipe, a device or a socket; name a directory of classes or a jar")
            }
            (ProblemKind::Damaged(error), _) => write!(f, "{error}"),
            (ProblemKind::NotFollowed(reason), _) => write!(f, "{path}: {reason}"),
        }?;
        match &self.named_by {
            Some(jar) => write!(f, " (named by the manifest of {})", jar.display()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

#[cfg(test)]
mod tests;
