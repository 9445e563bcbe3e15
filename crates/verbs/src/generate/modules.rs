//! The module of a project that a test belongs to.
//!
//! A recording of `mvn test` has calls of all modules. A test is written into the module that has its class, to the same place
//! below it as the directory of sources that was named: with `--out src/test/java` or `--out core/src/test/java`, the tests
//! of `web` are in `web/src/test/java`.

use std::path::{Path, PathBuf};

use reenact_build::own::OwnBuild;

/// The directories of test sources of a project.
pub struct Modules {
    /// The directory that was named.
    out: PathBuf,
    /// The directory that was named, below its module; none if it is not in a project.
    below: Option<PathBuf>,
    /// Directories of classes in the project, with their modules.
    classes: Vec<(PathBuf, PathBuf)>,
}

impl Modules {
    /// Finds the modules of the project around a directory of test sources, by the class path of the program.
    pub fn of(out: &Path, class_path: &[PathBuf]) -> Modules {
        let mut modules = Modules { out: out.to_owned(), below: None, classes: Vec::new() };
        let absolute = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
        let Some(build) = OwnBuild::of(&absolute) else { return modules };
        modules.below = absolute.strip_prefix(build.module()).ok().map(Path::to_owned);
        let entries = class_path.iter().filter_map(|entry| std::path::absolute(entry).ok());
        for entry in entries.filter(|entry| entry.starts_with(build.root())) {
            // A jar that was packaged in this project is made of the classes beside it.
            let directory = if entry.is_dir() { entry } else { entry.with_file_name("classes") };
            let module = OwnBuild::of(&directory).filter(|other| other.root() == build.root());
            modules.classes.extend(module.map(|module| (directory, module.module())));
        }
        modules
    }

    /// Returns true if the program has classes in the project.
    pub fn is_project(&self) -> bool {
        !self.classes.is_empty()
    }

    /// Returns the directory of test sources for a test, by the path of its file and the suffix of test classes.
    pub fn sources_for(&self, path: &str, suffix: &str) -> PathBuf {
        let class = path.strip_suffix(".java").map(|name| name.strip_suffix(suffix).unwrap_or(name));
        let Some((class, below)) = class.zip(self.below.as_ref()) else { return self.out.clone() };
        let file = format!("{class}.class");
        let has_class = |(directory, _): &&(PathBuf, PathBuf)| directory.join(&file).is_file();
        match self.classes.iter().find(has_class) {
            Some((_, module)) if !is_same(&module.join(below), &self.out) => module.join(below),
            _ => self.out.clone(),
        }
    }
}

/// Returns true if two paths name one directory, which may not exist yet.
fn is_same(one: &Path, other: &Path) -> bool {
    match (std::path::absolute(one), std::path::absolute(other)) {
        (Ok(one), Ok(other)) => one.components().eq(other.components()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_test_is_in_the_module_of_its_class() {
        let project = tempfile::tempdir().unwrap();
        let root = project.path();
        for (module, class) in [("core", "a/Core"), ("web", "a/Web"), ("", "")] {
            let classes = root.join(module).join("target/classes/a");
            fs::create_dir_all(&classes).unwrap();
            fs::write(root.join(module).join("pom.xml"), "<project/>").unwrap();
            fs::write(root.join(module).join(format!("target/classes/{class}.class")), "").unwrap();
        }
        let class_path =
            [root.join("core/target/core-1.jar"), root.join("web/target/classes"), "/x.jar".into()];
        for out in ["src/test/java", "core/src/test/java"] {
            let modules = Modules::of(&root.join(out), &class_path);
            assert!(modules.is_project());
            let sources = |path: &str| modules.sources_for(path, "RecordedTest");
            assert_eq!(sources("a/CoreRecordedTest.java"), root.join("core/src/test/java"));
            assert_eq!(sources("a/WebRecordedTest.java"), root.join("web/src/test/java"));
            assert_eq!(sources("a/OtherRecordedTest.java"), root.join(out));
        }
        let elsewhere = tempfile::tempdir().unwrap();
        let modules = Modules::of(elsewhere.path(), &class_path);
        assert_eq!(modules.sources_for("a/CoreRecordedTest.java", "RecordedTest"), elsewhere.path());
    }
}
