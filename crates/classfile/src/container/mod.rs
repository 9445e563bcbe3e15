//! Where class files come from: jars, nested jars, runtime images, directories.
//!
//! Nothing here opens a file. A container is made from bytes that the caller read or mapped
//! (`reenact-jvm` does), so that hostile archives can be tested and fuzzed without a disk.
//!
//! - [`expand`] turns a jar, a WAR or a Spring Boot jar into the class path that it means.
//! - [`Archive`] is one jar, as the JVM of a given release sees it.
//! - [`Image`] is a JDK's `lib/modules`; a JDK 8's `rt.jar` is just a jar.
//!
//! Reading never panics, never trusts a declared size before it is plausible, and stays within
//! [`Limits`]. A broken entry fails alone; a broken directory fails the container.

mod bytes;
mod options;

mod class_path;
mod expand;
mod jimage;
mod manifest;
mod zip;

mod inflate;

#[cfg(test)]
mod fixtures;

use std::borrow::Cow;

pub use bytes::SharedBytes;
pub use class_path::{Reference, references};
pub use expand::{Expanded, expand};
pub use jimage::Image;
pub use manifest::{Manifest, ManifestError};
pub use options::{Limits, Options};
pub use zip::Archive;

/// An ordered set of class files that can be read from several threads at once.
pub trait Container: Send + Sync {
    /// Where it is, for messages: a path, with `!/` before the path of a nested archive.
    fn location(&self) -> &str;

    /// Its class files, in the order of their modules and then of their names. What a multi-release
    /// jar hides is not listed.
    fn classes(&self) -> &[ClassEntry];

    /// The bytes of one of [`Container::classes`], by position.
    fn read_class(&self, index: usize) -> Result<Cow<'_, [u8]>, ContainerError>;

    /// Paths of what is not a class file, in order. In a runtime image they are absolute and start
    /// with the module: `/java.base/java/security/java.policy`.
    fn resources(&self) -> Vec<&str>;

    /// The bytes of one of [`Container::resources`], or `None` if there is no such path.
    fn read_resource(&self, path: &str) -> Result<Option<Cow<'_, [u8]>>, ContainerError>;
}

/// One class file of a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassEntry {
    /// The name the path claims, such as `java/lang/String`; the class file has the last word.
    pub name: Box<str>,
    /// The module of a runtime image that holds the class.
    pub module: Option<Box<str>>,
    /// Size of the class file once inflated, as the container declares it.
    pub size: u32,
}

/// Why a container or one of its entries could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {reason} at offset {offset}")]
pub struct ContainerError {
    /// Container, and entry after `!/` if one was being read.
    pub location: String,
    /// Offset in the container's own bytes.
    pub offset: u64,
    /// The description of the error, with what was expected.
    pub reason: String,
}

impl ContainerError {
    /// An error at a place.
    pub fn new(location: impl Into<String>, offset: u64, reason: impl Into<String>) -> Self {
        ContainerError { location: location.into(), offset, reason: reason.into() }
    }

    /// The answer to [`Container::read_class`] with a position that does not exist.
    pub fn no_class(location: &str, index: usize) -> Self {
        ContainerError::new(location, 0, format!("container has no class number {index}"))
    }
}
