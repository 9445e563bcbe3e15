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
    /// Loads with a JDK that sees nothing but its own classes yet.
    pub fn new(jdk: &Jdk) -> Self {
        let source = format!("//- LoadAll.java\n{}", include_str!("../java/LoadAll.java"));
        Loader {
            program: Fixture::parse(&source).compile_with(jdk, &["--release", "17"]),
            directory: tempfile::tempdir().expect("temporary directory"),
            vm_options: vec!["-Xverify:all".into(), "-Xmx3g".into(), "-XX:-UsePerfData".into()],
            class_path: Vec::new(),
        }
    }

    /// Where this loader's files may lie as long as it lives.
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
        let text = fs::read_to_string(results).expect("what LoadAll wrote");
        let pair = |line: &str| line.split_once('\t').map(|(name, outcome)| (name.into(), outcome.into()));
        Outcome(text.lines().filter_map(pair).collect())
    }
}

impl Outcome {
    /// How many classes were linked, and so verified.
    pub fn linked(&self) -> usize {
        self.0.values().filter(|outcome| *outcome == "linked").count()
    }

    /// The classes that did not load or verify as they are, whatever was missing around them.
    pub fn broken(&self) -> Vec<String> {
        let is_broken =
            |outcome: &str| outcome.contains("VerifyError") || outcome.contains("ClassFormatError");
        self.0.iter().filter(|(_, o)| is_broken(o)).map(|(name, o)| format!("{name}: {o}")).collect()
    }
}
