//! The JVM's results of loading and verifying classes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use reenact_jvm::Jdk;
use reenact_testkit::{Fixture, Program, run};

/// Links lists of classes in a JVM of their own, under full verification.
pub struct Loader {
    program: Program,
    directory: tempfile::TempDir,
    vm_options: Vec<String>,
    class_path: Vec<PathBuf>,
}

/// The result of each class: `linked`, or where it failed and how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome(pub BTreeMap<String, String>);

impl Loader {
    /// Returns a loader for a JDK, with no class path yet.
    pub fn new(jdk: &Jdk) -> Self {
        let source = format!("//- LoadAll.java\n{}", include_str!("../java/LoadAll.java"));
        Loader {
            program: Fixture::parse(&source).compile_with(jdk, &["--release", "17"]),
            directory: tempfile::tempdir().expect("temporary directory"),
            vm_options: vec!["-Xverify:all".into(), "-Xmx3g".into(), "-XX:-UsePerfData".into()],
            class_path: Vec::new(),
        }
    }

    /// A directory for files that the loader needs; it is removed with the loader.
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    pub fn vm_option(&mut self, option: impl Into<String>) {
        self.vm_options.push(option.into());
    }

    pub fn class_path(&mut self, entry: impl Into<PathBuf>) {
        self.class_path.push(entry.into());
    }

    /// Loads and links the named classes, in no particular order.
    pub fn link<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Outcome {
        let (list, results) = (self.directory.path().join("names"), self.directory.path().join("outcomes"));
        fs::write(&list, Vec::from_iter(names).join("\n")).expect("temporary file");
        let java = self.program.java("LoadAll").class_path(&self.class_path).arg(list).arg(&results);
        run(self.vm_options.iter().fold(java, |java, option| java.vm_option(option))).ok();
        let text = fs::read_to_string(results).expect("LoadAll writes its results");
        let pair = |line: &str| line.split_once('\t').map(|(name, outcome)| (name.into(), outcome.into()));
        Outcome(text.lines().filter_map(pair).collect())
    }
}

impl Outcome {
    /// Returns the number of classes that were linked, and so verified.
    pub fn linked(&self) -> usize {
        self.0.values().filter(|outcome| *outcome == "linked").count()
    }

    /// Returns the classes that are malformed or do not verify. Classes with missing dependencies are not among them.
    pub fn broken(&self) -> Vec<String> {
        let is_broken =
            |outcome: &str| outcome.contains("VerifyError") || outcome.contains("ClassFormatError");
        self.0.iter().filter(|(_, o)| is_broken(o)).map(|(name, o)| format!("{name}: {o}")).collect()
    }
}
