//! A JDK's own classes, or some of them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use reenact_classfile::container::{ClassEntry, Container, ContainerError, Options};
use reenact_jvm::{Jdk, open_jdk};

/// The classes of a JDK that a test wants, without its resources: a world of all of them takes seconds, one of
/// `java.base` a moment. The image itself is opened once for all tests of a process.
#[track_caller]
pub fn platform(jdk: &Jdk, choose: impl Fn(&ClassEntry) -> bool) -> Arc<dyn Container> {
    let image = image(jdk);
    let chosen = (0..).zip(image.classes()).filter(|(_, entry)| choose(entry));
    let (positions, entries) = chosen.map(|(position, entry)| (position, entry.clone())).unzip();
    Arc::new(Platform { image, entries, positions })
}

/// The classes of `java.base`, for [`platform`].
pub fn is_java_base(entry: &ClassEntry) -> bool {
    entry.module.as_deref() == Some("java.base")
}

#[track_caller]
fn image(jdk: &Jdk) -> Arc<dyn Container> {
    static OPEN: Mutex<BTreeMap<PathBuf, Arc<dyn Container>>> = Mutex::new(BTreeMap::new());
    // A test that panicked while it opened one JDK left the others as they were.
    let mut open = OPEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(image) = open.get(&jdk.home) {
        return image.clone();
    }
    let options = Options::for_release(jdk.version.feature as u16);
    let opened = open_jdk(jdk, &options).unwrap_or_else(|problem| panic!("{problem}"));
    let image = opened.containers.into_iter().next().expect("a JDK has classes");
    open.insert(jdk.home.clone(), image.clone());
    image
}

struct Platform {
    image: Arc<dyn Container>,
    entries: Vec<ClassEntry>,
    positions: Vec<usize>,
}

impl Container for Platform {
    fn location(&self) -> &str {
        self.image.location()
    }

    fn classes(&self) -> &[ClassEntry] {
        &self.entries
    }

    fn read_class(&self, index: usize) -> Result<Cow<'_, [u8]>, ContainerError> {
        self.image.read_class(self.positions[index])
    }

    fn resources(&self) -> Vec<&str> {
        Vec::new()
    }

    fn read_resource(&self, _: &str) -> Result<Option<Cow<'_, [u8]>>, ContainerError> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jdks;

    /// Protects that a part of a JDK holds what was chosen, in order, and its bytes under the right names.
    #[test]
    fn a_part_of_a_jdk_has_the_classes_that_were_chosen() {
        for jdk in jdks() {
            let part =
                platform(&jdk, |entry| is_java_base(entry) && entry.name.starts_with("java/util/zip/"));
            assert!(part.classes().windows(2).all(|pair| pair[0].name < pair[1].name));
            let crc = part.classes().iter().position(|entry| &*entry.name == "java/util/zip/CRC32").unwrap();
            let bytes = part.read_class(crc).unwrap();
            let own_name = b"java/util/zip/CRC32";
            assert!(bytes.windows(own_name.len()).any(|window| window == own_name));
            assert_eq!(bytes.len(), part.classes()[crc].size as usize);
        }
    }
}
