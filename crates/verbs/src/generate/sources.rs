//! Names of parameters from the subject's sources, for classes that were compiled without them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use reenact_cases::Method;
use reenact_java::declarations::{Declaration, declarations, parameter_names};

/// Sources of more bytes than this are generated, and have no helpful names.
const LONGEST: u64 = 4 << 20;

/// Where compiled classes lie below a project, and where its sources then are.
const LAYOUTS: [(&str, &str); 4] = [
    ("target/classes", "src/main/java"),
    ("build/classes/java/main", "src/main/java"),
    ("target/test-classes", "src/test/java"),
    ("build/classes/java/test", "src/test/java"),
];

/// Directories of sources, and the declarations that were read from them.
pub struct Sources {
    directories: Vec<PathBuf>,
    /// By internal name of the top-level class.
    read: BTreeMap<String, Vec<Declaration>>,
}

impl Sources {
    /// Takes the directories that were named, and those of projects that entries of the class path are built from.
    pub fn new(named: &[PathBuf], class_path: &[PathBuf]) -> Self {
        let beside = class_path.iter().filter_map(|entry| {
            let (classes, sources) = LAYOUTS.iter().find(|(classes, _)| entry.ends_with(classes))?;
            let project = entry.ancestors().nth(Path::new(classes).components().count())?;
            Some(project.join(sources))
        });
        let directories = named.iter().cloned().chain(beside.filter(|path| path.is_dir())).collect();
        Sources { directories, read: BTreeMap::new() }
    }

    /// Adds the names of parameters that are not in the recording.
    pub fn complete(&mut self, method: &mut Method) {
        if self.directories.is_empty()
            || !method.parameter_names.is_empty()
            || method.descriptor.starts_with("()")
        {
            return;
        }
        let declared = self.of(&method.class);
        if let Some(names) = parameter_names(declared, &method.class, &method.name, &method.descriptor) {
            method.parameter_names = names.into_iter().map(Into::into).collect();
        }
    }

    /// Returns the declarations in the file of a class; none if the file does not exist.
    fn of(&mut self, class: &str) -> &[Declaration] {
        // A `$` may be part of a name, so that the file may be called by more than what is before the first one.
        let end = class.find('$').filter(|&end| !class[..end].ends_with('/')).unwrap_or(class.len());
        let outer = &class[..end];
        if !self.read.contains_key(outer) {
            let file = format!("{outer}.java");
            let text = self.directories.iter().find_map(|directory| {
                let path = directory.join(&file);
                let length = fs::metadata(&path).ok()?.len();
                (length <= LONGEST).then(|| fs::read(&path).ok())?
            });
            // Whatever the encoding is, names that matter are mostly ASCII.
            let text = text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            self.read.insert(outer.to_owned(), text.map_or(Vec::new(), |text| declarations(&text)));
        }
        self.read.get(outer).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A Maven project that was built without `-g` and `-parameters`.
    #[test]
    fn sources_beside_the_classes_are_found() {
        let project = tempfile::tempdir().unwrap();
        let sources = project.path().join("src/main/java/a");
        fs::create_dir_all(&sources).unwrap();
        fs::write(sources.join("B.java"), "package a; class B { static class C { void m(int count) {} } }")
            .unwrap();
        let mut found = Sources::new(&[], &[project.path().join("target/classes"), "x.jar".into()]);
        let method = |class: &str, names: &[&str]| Method {
            class: class.into(),
            name: "m".into(),
            descriptor: "(I)V".into(),
            is_static: false,
            parameter_names: names.iter().map(|name| (*name).into()).collect(),
            bytecode: 0,
        };
        let mut nested = method("a/B$C", &[]);
        found.complete(&mut nested);
        assert_eq!(*nested.parameter_names, ["count".into()]);
        let mut known = method("a/B$C", &["recorded"]);
        found.complete(&mut known);
        assert_eq!(*known.parameter_names, ["recorded".into()]);
        let mut missing = method("a/D", &[]);
        found.complete(&mut missing);
        assert!(missing.parameter_names.is_empty());
    }
}
