//! A directory of class files as a [`Container`].

use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use reenact_classfile::container::{ClassEntry, Container, ContainerError};

/// The class files and resources under a directory. The tree is walked once, when it is opened;
/// files are read on demand.
///
/// Symbolic links are followed as java follows them, but no directory is entered twice: real
/// places come first, so that a link never hides the place it leads to.
#[derive(Debug)]
pub struct Directory {
    root: PathBuf,
    location: String,
    classes: Vec<ClassEntry>,
    resources: Vec<String>,
    unreadable: Vec<(PathBuf, String)>,
}

impl Directory {
    /// Walks the directory. That it cannot be listed is an error; that a directory or name within
    /// cannot be read is noted in [`Directory::unreadable`].
    pub fn open(root: impl Into<PathBuf>) -> io::Result<Directory> {
        let root = root.into();
        fs::read_dir(&root)?;
        let mut walk = Walk::default();
        walk.links.push_back((root.clone(), String::new()));
        while let Some((path, prefix)) = walk.links.pop_front() {
            walk.tree(path, prefix);
        }
        walk.classes.sort_by(|a, b| a.name.cmp(&b.name));
        walk.resources.sort();
        Ok(Directory {
            location: root.display().to_string(),
            root,
            classes: walk.classes,
            resources: walk.resources,
            unreadable: walk.unreadable,
        })
    }

    /// Returns the paths below that could not be read, and why.
    pub fn unreadable(&self) -> &[(PathBuf, String)] {
        &self.unreadable
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ContainerError> {
        fs::read(self.root.join(path)).map_err(|error| ContainerError {
            location: format!("{}/{path}", self.location),
            offset: 0,
            reason: format!("cannot be read ({error}); was the project rebuilt meanwhile?"),
        })
    }
}

impl Container for Directory {
    fn location(&self) -> &str {
        &self.location
    }

    fn classes(&self) -> &[ClassEntry] {
        &self.classes
    }

    fn read_class(&self, index: usize) -> Result<Cow<'_, [u8]>, ContainerError> {
        self.read(&format!("{}.class", self.classes[index].name)).map(Cow::Owned)
    }

    fn resources(&self) -> Vec<&str> {
        self.resources.iter().map(String::as_str).collect()
    }

    fn read_resource(&self, path: &str) -> Result<Option<Cow<'_, [u8]>>, ContainerError> {
        match self.resources.binary_search_by(|resource| resource.as_str().cmp(path)) {
            Ok(_) => self.read(path).map(|bytes| Some(Cow::Owned(bytes))),
            Err(_) => Ok(None),
        }
    }
}

#[derive(Default)]
struct Walk {
    classes: Vec<ClassEntry>,
    resources: Vec<String>,
    unreadable: Vec<(PathBuf, String)>,
    /// Directories that were entered, by device and inode.
    entered: HashSet<(u64, u64)>,
    /// The root, then links to directories, with the path that their contents have in the container.
    links: VecDeque<(PathBuf, String)>,
}

impl Walk {
    /// Takes in a directory and the real directories below it. `prefix` is empty or ends in a slash.
    fn tree(&mut self, top: PathBuf, prefix: String) {
        let mut todo = vec![(top, prefix)];
        while let Some((directory, prefix)) = todo.pop() {
            for entry in self.note_error(&directory, |walk| walk.enter(&directory)).unwrap_or_default() {
                self.note_error(&entry.path(), |walk| walk.take_in(&entry, &prefix, &mut todo));
            }
        }
    }

    /// Returns the entries of a directory in order; none if it was entered before.
    fn enter(&mut self, directory: &Path) -> io::Result<Vec<fs::DirEntry>> {
        let metadata = fs::metadata(directory)?;
        if !self.entered.insert((metadata.dev(), metadata.ino())) {
            return Ok(Vec::new());
        }
        let mut entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        Ok(entries)
    }

    fn take_in(
        &mut self,
        entry: &fs::DirEntry,
        prefix: &str,
        todo: &mut Vec<(PathBuf, String)>,
    ) -> io::Result<()> {
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_str().ok_or_else(|| io::Error::other("its name is not UTF-8"))?;
        let is_link = entry.file_type()?.is_symlink();
        let metadata = match fs::metadata(&path) {
            // A link that leads nowhere is as good as absent.
            Err(_) if is_link => return Ok(()),
            metadata => metadata?,
        };
        let name = format!("{prefix}{name}");
        if metadata.is_dir() && is_link {
            self.links.push_back((path, name + "/"));
        } else if metadata.is_dir() {
            todo.push((path, name + "/"));
        } else if metadata.is_file() {
            match name.strip_suffix(".class") {
                // No class loader looks for classes there; a multi-release directory does not exist.
                Some(class) if !class.starts_with("META-INF/") => {
                    let size = u32::try_from(metadata.len()).unwrap_or(u32::MAX);
                    self.classes.push(ClassEntry { name: class.into(), module: None, size });
                }
                _ => self.resources.push(name),
            }
        }
        Ok(())
    }

    fn note_error<T>(&mut self, path: &Path, action: impl FnOnce(&mut Self) -> io::Result<T>) -> Option<T> {
        match action(self) {
            Ok(value) => Some(value),
            Err(error) => {
                self.unreadable.push((path.to_path_buf(), error.to_string()));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    use super::*;

    fn write(root: &Path, path: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, path.file_name().unwrap().as_bytes()).unwrap();
    }

    fn classes(directory: &Directory) -> Vec<&str> {
        directory.classes().iter().map(|class| &*class.name).collect()
    }

    #[test]
    fn classes_and_resources_in_the_order_of_their_names() {
        let root = tempfile::tempdir().unwrap();
        for path in ["b/Z.class", "b/A.class", "b-c/Q.class", "b.txt", "Top.class", "b/c/I$1.class"] {
            write(root.path(), path);
        }
        write(root.path(), "META-INF/versions/9/b/A.class");
        let directory = Directory::open(root.path()).unwrap();
        assert_eq!(classes(&directory), ["Top", "b-c/Q", "b/A", "b/Z", "b/c/I$1"]);
        assert_eq!(directory.resources(), ["META-INF/versions/9/b/A.class", "b.txt"]);
        assert_eq!(&*directory.read_class(2).unwrap(), b"A.class");
        assert_eq!(directory.classes()[2].size, 7);
        assert_eq!(directory.read_resource("b.txt").unwrap().unwrap(), b"b.txt".as_slice());
        assert_eq!(directory.read_resource("b").unwrap(), None);
        assert_eq!(directory.location(), root.path().to_str().unwrap());
    }

    #[test]
    fn links_are_followed_but_not_in_circles() {
        let (root, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        write(root.path(), "real/A.class");
        write(elsewhere.path(), "lib/B.class");
        symlink("..", root.path().join("real/up")).unwrap();
        symlink(".", root.path().join("self")).unwrap();
        // Sorted before the real place, and must not hide it.
        symlink("real", root.path().join("alias")).unwrap();
        symlink(elsewhere.path(), root.path().join("linked")).unwrap();
        symlink("A.class", root.path().join("real/C.class")).unwrap();
        symlink("nowhere", root.path().join("Gone.class")).unwrap();
        let directory = Directory::open(root.path()).unwrap();
        assert_eq!(classes(&directory), ["linked/lib/B", "real/A", "real/C"]);
        assert_eq!(directory.unreadable(), []);
    }

    #[test]
    fn many_links_among_directories_take_no_longer_than_few() {
        let root = tempfile::tempdir().unwrap();
        let names: Vec<String> = (0..20).map(|i| format!("d{i:02}")).collect();
        for name in &names {
            write(root.path(), &format!("{name}/A.class"));
            for other in &names {
                symlink(root.path().join(other), root.path().join(name).join(format!("to-{other}"))).unwrap();
            }
        }
        assert_eq!(Directory::open(root.path()).unwrap().classes().len(), 20);
    }

    #[test]
    fn what_cannot_be_taken_in_is_noted() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "A.class");
        fs::write(root.path().join(OsStr::from_bytes(b"\xff.class")), "").unwrap();
        let directory = Directory::open(root.path()).unwrap();
        assert_eq!(classes(&directory), ["A"]);
        assert_eq!(directory.unreadable().len(), 1);
        assert_eq!(directory.unreadable()[0].1, "its name is not UTF-8");
    }

    #[test]
    fn a_file_that_vanished_says_so() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "p/A.class");
        let directory = Directory::open(root.path()).unwrap();
        fs::remove_file(root.path().join("p/A.class")).unwrap();
        let error = directory.read_class(0).unwrap_err();
        assert!(error.location.ends_with("/p/A.class"), "{error}");
        assert!(error.reason.contains("was the project rebuilt meanwhile?"), "{error}");
    }

    #[test]
    fn what_is_no_directory_is_an_error() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "A.class");
        assert!(Directory::open(root.path().join("absent")).is_err());
        assert!(Directory::open(root.path().join("A.class")).is_err());
    }
}
