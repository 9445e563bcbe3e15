//! Test classes as `reenact generate` or `plain-code --tests` leaves them, compiled against the class path of their program.

use std::fs;
use std::path::{Path, PathBuf};

use reenact_build::junit::{self, JUnit};
use reenact_host::Scratch;
use reenact_jvm::driver::{Driver, DriverOptions, TestId};
use reenact_jvm::{ClassPath, Javac, Jdk};

use crate::Result;

/// Compiled tests.
pub struct Delivered {
    /// The last part of their directory's path.
    pub name: String,
    /// The program's class path, and JUnit.
    pub class_path: Vec<PathBuf>,
    /// The directory of class files.
    pub classes: PathBuf,
    /// Binary names of the test classes.
    pub names: Vec<String>,
    scratch: Scratch,
}

impl Delivered {
    /// Compiles the tests of `TESTS=CLASSPATH`.
    pub fn parse(jdk: &Jdk, argument: &str) -> Result<Delivered> {
        let (tests, class_path) = argument
            .split_once('=')
            .ok_or_else(|| format!("{argument}: write the directory of tests, `=`, and the class path"))?;
        Delivered::compile(jdk, Path::new(tests), ClassPath::parse(class_path).entries().to_vec())
    }

    /// Compiles all tests below a directory.
    pub fn compile(jdk: &Jdk, tests: &Path, mut class_path: Vec<PathBuf>) -> Result<Delivered> {
        let scratch = Scratch::new("reenact-delivered-")?;
        // A project's class path lacks the parts of JUnit that its build tool brings.
        match JUnit::on(&class_path).is_there() {
            true => class_path = junit::completed(&class_path)?,
            false => class_path.extend(junit::jupiter()?),
        }
        let sources = sources(tests)?;
        let classes = scratch.path().join("classes");
        let javac = Javac::new(jdk).class_path(class_path.iter()).options(["-proc:none", "-nowarn", "-g"]);
        javac.compile(&sources, &classes)?;
        let names = sources.iter().filter_map(|source| {
            let path = source.strip_prefix(tests).ok()?.to_str()?;
            Some(path.strip_suffix(".java")?.replace('/', "."))
        });
        let name = tests.file_name().unwrap_or(tests.as_os_str()).to_string_lossy().into_owned();
        Ok(Delivered { name, names: names.collect(), class_path, classes, scratch })
    }

    /// A directory for what is made of the tests, which goes with them.
    pub fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// Returns the options of a JVM that runs them, without network, files and programs.
    pub fn driver_options(&self, jdk: &Jdk) -> DriverOptions {
        DriverOptions {
            network: false,
            writes: Some(Vec::new()),
            vm_options: junit::mock_agent(&self.class_path).into_iter().collect(),
            ..DriverOptions::new(jdk, &self.class_path)
        }
    }

    /// Finds the tests in the classes. One with parameters is one.
    pub fn discover(&self, driver: &mut Driver) -> Result<Vec<TestId>> {
        let found = driver.discover(std::slice::from_ref(&self.classes), &self.names)?;
        if let Some((class, problem)) = found.problems.first() {
            return Err(format!("{class}: {problem}").into());
        }
        match found.tests.is_empty() {
            true => Err(format!("{} has no tests that JUnit finds", self.name).into()),
            false => Ok(found.tests),
        }
    }
}

/// Returns all Java files below a directory, in the order of their names.
fn sources(root: &Path) -> Result<Vec<PathBuf>> {
    let (mut found, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).map_err(|error| format!("{}: {error}", directory.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "java") {
                found.push(path);
            }
        }
    }
    found.sort();
    match found.is_empty() {
        true => Err(format!("{}: no Java sources are below it", root.display()).into()),
        false => Ok(found),
    }
}
