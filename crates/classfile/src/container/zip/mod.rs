//! Jars and other zip archives.
//!
//! An [`Archive`] shows what the JVM would see in the file, where the JVM would look at it at all:
//! of entries with one name the last, of a multi-release jar the versions for one release. Names
//! are only names: `..`, backslashes and leading slashes mean nothing here. Where the JDK would
//! refuse the whole archive for the sake of one entry that is encrypted, compressed in an unknown
//! way or named in another encoding, only reading that entry fails.

mod directory;
mod end;
mod header;
mod names;
mod view;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::Arc;

use self::directory::Directory;
use self::view::{Scope, View};
use super::{ClassEntry, Container, ContainerError, Manifest, Options, SharedBytes};

/// A zip archive, or a directory within one, as a place of a class path.
pub struct Archive {
    location: Box<str>,
    directory: Arc<Directory>,
    manifest: Manifest,
    view: View,
    problems: Vec<ContainerError>,
}

impl Archive {
    /// Reads the directory of an archive. `location` names it in messages.
    ///
    /// Jars within the archive are not looked into: that is what [`expand`](super::expand) does.
    pub fn open(location: &str, bytes: SharedBytes, options: &Options) -> Result<Archive, ContainerError> {
        let directory = Directory::read(location, bytes, options)?;
        Ok(Self::from_directory(Arc::new(directory), location.into(), &Scope::default()))
    }

    /// The manifest's main attributes; none if there is no manifest or it cannot be read.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Errors in the archive that do not prevent reading it, such as a manifest that the
    /// JDK would refuse.
    pub fn problems(&self) -> &[ContainerError] {
        &self.problems
    }

    /// The archive that is a resource of this one, or `None` if there is no such path. Stored bytes
    /// are shared, deflated ones inflated within the limits.
    pub fn nested(&self, path: &str) -> Result<Option<Archive>, ContainerError> {
        let Some(position) = self.resource_position(path) else { return Ok(None) };
        let directory = self.directory.read_nested(&self.directory.entries()[position as usize])?;
        let location = directory.location().into();
        Ok(Some(Self::from_directory(Arc::new(directory), location, &Scope::default())))
    }

    /// Returns the entries below a directory such as `BOOT-INF/classes/`, with names relative to it. A
    /// manifest of its own decides whether it has versions.
    pub fn below(&self, path: &str) -> Archive {
        let location = format!("{}!/{}", self.directory.location(), path.trim_end_matches('/'));
        Self::from_directory(self.directory.clone(), location.into(), &Scope { below: path, without: &[] })
    }

    /// This archive without what lies below some directories.
    pub fn without(&self, paths: &[&str]) -> Archive {
        let location = self.directory.location().into();
        Self::from_directory(self.directory.clone(), location, &Scope { below: "", without: paths })
    }

    /// Whether the archive has any entry below a directory, or the directory itself.
    pub(super) fn has_below(&self, path: &str) -> bool {
        self.directory.entries().iter().any(|entry| entry.name.starts_with(path))
    }

    /// Paths of the resources, in the order of the archive.
    pub(super) fn resources_in_archive_order(&self) -> Vec<&str> {
        let mut resources: Vec<_> =
            self.view.resources.iter().map(|(path, position)| (*position, &**path)).collect();
        resources.sort_unstable();
        resources.into_iter().map(|(_, path)| path).collect()
    }

    /// An error about a resource.
    pub(super) fn resource_error(&self, path: &str, reason: impl Into<String>) -> ContainerError {
        match self.resource_position(path) {
            Some(position) => self.directory.error(&self.directory.entries()[position as usize], reason),
            None => ContainerError::new(format!("{}!/{path}", self.location), 0, reason),
        }
    }

    fn from_directory(directory: Arc<Directory>, location: Box<str>, scope: &Scope<'_>) -> Archive {
        let (manifest, problems) = match read_manifest(&directory, scope.below) {
            Ok(manifest) => (manifest, Vec::new()),
            Err(problem) => (Manifest::default(), vec![problem]),
        };
        let release = manifest.is_multi_release().then_some(directory.options().release);
        let view = View::new(&directory, scope, release);
        Archive { location, directory, manifest, view, problems }
    }

    fn resource_position(&self, path: &str) -> Option<u32> {
        let resources = &self.view.resources;
        let index = resources.binary_search_by(|(name, _)| (**name).cmp(path)).ok()?;
        Some(resources[index].1)
    }

    fn read_entry(&self, position: u32) -> Result<Cow<'_, [u8]>, ContainerError> {
        self.directory.read_entry(&self.directory.entries()[position as usize])
    }
}

impl Container for Archive {
    fn location(&self) -> &str {
        &self.location
    }

    fn classes(&self) -> &[ClassEntry] {
        &self.view.classes
    }

    fn read_class(&self, index: usize) -> Result<Cow<'_, [u8]>, ContainerError> {
        match self.view.class_entries.get(index) {
            Some(&position) => self.read_entry(position),
            None => Err(ContainerError::no_class(&self.location, index)),
        }
    }

    fn resources(&self) -> Vec<&str> {
        self.view.resources.iter().map(|(path, _)| &**path).collect()
    }

    fn read_resource(&self, path: &str) -> Result<Option<Cow<'_, [u8]>>, ContainerError> {
        self.resource_position(path).map(|position| self.read_entry(position)).transpose()
    }
}

/// Reads the last entry that is named like a manifest in any case, as the JDK does.
fn read_manifest(directory: &Directory, below: &str) -> Result<Manifest, ContainerError> {
    let is_manifest = |name: &str| {
        name.strip_prefix(below).is_some_and(|name| name.eq_ignore_ascii_case("META-INF/MANIFEST.MF"))
    };
    let Some(entry) = directory.entries().iter().rfind(|entry| is_manifest(&entry.name)) else {
        return Ok(Manifest::default());
    };
    let bytes = directory.read_entry(entry)?;
    Manifest::parse(&bytes).map_err(|error| directory.error(entry, error.to_string()))
}
