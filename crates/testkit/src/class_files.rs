//! Class files and resources in memory, as a container.

use std::borrow::Cow;
use std::collections::BTreeMap;

use reenact_classfile::container::{ClassEntry, Container, ContainerError};

/// A container of class files that a test compiled or assembled.
#[derive(Clone, Default)]
pub struct ClassFiles {
    location: String,
    entries: Vec<ClassEntry>,
    classes: Vec<Result<Vec<u8>, ContainerError>>,
    resources: BTreeMap<String, Vec<u8>>,
}

impl ClassFiles {
    /// Returns a container of classes, by internal name.
    pub fn new(location: &str, classes: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let mut files = ClassFiles { location: location.to_owned(), ..ClassFiles::default() };
        classes.into_iter().for_each(|(name, bytes)| files.add_class(&name, bytes));
        files
    }

    pub fn add_class(&mut self, name: &str, bytes: Vec<u8>) {
        self.add(name, Ok(bytes));
    }

    /// Adds a class that is listed and cannot be read.
    pub fn add_unreadable_class(&mut self, name: &str, offset: u64, reason: &str) {
        let location = self.location.clone();
        self.add(name, Err(ContainerError { location, offset, reason: reason.to_owned() }));
    }

    pub fn add_resource(&mut self, path: &str, bytes: Vec<u8>) {
        self.resources.insert(path.to_owned(), bytes);
    }

    fn add(&mut self, name: &str, bytes: Result<Vec<u8>, ContainerError>) {
        let size = bytes.as_ref().map_or(0, Vec::len) as u32;
        self.entries.push(ClassEntry { name: name.into(), module: None, size });
        self.classes.push(bytes);
    }
}

impl Container for ClassFiles {
    fn location(&self) -> &str {
        &self.location
    }

    fn classes(&self) -> &[ClassEntry] {
        &self.entries
    }

    fn read_class(&self, index: usize) -> Result<Cow<'_, [u8]>, ContainerError> {
        self.classes[index].as_ref().map(|bytes| Cow::Borrowed(&**bytes)).map_err(Clone::clone)
    }

    fn resources(&self) -> Vec<&str> {
        self.resources.keys().map(String::as_str).collect()
    }

    fn read_resource(&self, path: &str) -> Result<Option<Cow<'_, [u8]>>, ContainerError> {
        Ok(self.resources.get(path).map(|bytes| Cow::Borrowed(&**bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_resources_are_read_by_their_names() {
        let mut files = ClassFiles::new("lib.jar", [("p/A".to_owned(), vec![1, 2])]);
        files.add_unreadable_class("p/B", 7, "deflate data is corrupt");
        files.add_resource("p/a.xml", vec![3]);
        let names: Vec<&str> = files.classes().iter().map(|entry| &*entry.name).collect();
        assert_eq!((files.location(), names), ("lib.jar", vec!["p/A", "p/B"]));
        assert_eq!(&*files.read_class(0).unwrap(), [1, 2]);
        assert_eq!(files.read_class(1).unwrap_err().offset, 7);
        assert_eq!(files.resources(), ["p/a.xml"]);
        assert_eq!(&*files.read_resource("p/a.xml").unwrap().unwrap(), [3]);
        assert!(files.read_resource("p/b.xml").unwrap().is_none());
    }
}
