//! Maven and Gradle projects: class paths, the Java release, how the build starts the JVM of its tests; and JUnit
//! artifacts for class paths that lack them ([`junit`]).
//!
//! The build tool is run and asked, because what a build script computes cannot be known otherwise. It guarantees:
//! - the tool's output goes into temporary directories, and unless compiling is asked for, the project's
//!   own directories are not changed;
//! - the network is used only if the local repository lacks something;
//! - [`project`] looks at build files without running them.
//!
//! ```no_run
//! use reenact_build::{ResolveOptions, resolve};
//! use reenact_jvm::Jdk;
//!
//! let project = resolve("shop".as_ref(), &ResolveOptions::default())?;
//! for module in &project.modules {
//!     println!("{}: Java {:?}, {} entries", module.name, module.release, module.test_class_path.len());
//!     let options = module.driver_options(&Jdk::find(module.release.unwrap_or(17))?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod project;

pub mod maven;

mod gradle;

pub mod junit;

pub mod own;

pub mod checkstyle;

mod arguments;
mod outputs;
mod selection;
mod xml;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use crate::project::{BuildTool, Project};
use reenact_host::ProcessError;
use reenact_jvm::driver::DriverOptions;
use reenact_jvm::jdk::Jdk;

pub use selection::{Fork, TestSelection, class_pattern};

/// How to ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResolveOptions {
    /// Never use the network.
    pub offline: bool,
    /// Compile the project and its tests first; otherwise its class directories are named as they are, built or not.
    pub compile: bool,
}

/// A project as its build sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectBuild {
    /// The build tool.
    pub tool: BuildTool,
    /// Where the build begins; the directory asked for may be a module of it.
    pub root: PathBuf,
    /// The modules at and below the directory asked for that have code, by path.
    pub modules: Vec<ModuleBuild>,
    /// Problems that do not prevent using the result.
    pub problems: Vec<String>,
}

/// A module as its build sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleBuild {
    /// `group:artifact`, or Gradle's path such as `:core`.
    pub name: String,
    /// Its directory.
    pub directory: PathBuf,
    /// Where its class files and resources are, once it is built.
    pub classes: Vec<PathBuf>,
    /// Where those of its tests are.
    pub test_classes: Vec<PathBuf>,
    /// Where the sources of its tests are; not all of these directories need exist.
    pub test_sources: Vec<PathBuf>,
    /// Its run-time class path: its own classes, then libraries and other modules.
    pub class_path: Vec<PathBuf>,
    /// The class path of its tests: theirs, its own, then libraries and other modules.
    pub test_class_path: Vec<PathBuf>,
    /// The Java release that it is compiled for, if it says so.
    pub release: Option<u32>,
    /// Options of javac's besides.
    pub compiler_options: Vec<String>,
    /// How its tests are started.
    pub test_jvm: TestJvm,
    /// Which classes are run as tests.
    pub tests: TestSelection,
    /// Values that only a run of the build would give.
    pub problems: Vec<String>,
}

/// The JVM that a build starts for tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestJvm {
    /// Options such as `-Xmx1g`.
    pub options: Vec<String>,
    /// System properties.
    pub properties: Vec<(String, String)>,
    /// Environment variables that are set besides ours.
    pub environment: Vec<(String, String)>,
    /// Where it runs.
    pub directory: PathBuf,
    /// Whether `assert` statements count.
    pub assertions: bool,
}

impl ModuleBuild {
    /// A driver that runs this module's tests as its build does. The class path may lack parts of JUnit that
    /// build tools bring themselves: see [`crate::junit::completed`].
    pub fn driver_options(&self, jdk: &Jdk) -> DriverOptions {
        let mut options = DriverOptions::new(jdk, &self.test_class_path);
        let TestJvm { options: given, properties, environment, directory, assertions } = &self.test_jvm;
        let own = given.iter().filter(|option| !measures_coverage(option)).map(OsString::from);
        // The JVM may be newer than the build's, and lack options that were removed since.
        options.vm_options =
            [OsString::from("-XX:+IgnoreUnrecognizedVMOptions")].into_iter().chain(own).collect();
        options.vm_options.extend(properties.iter().map(|(name, value)| format!("-D{name}={value}").into()));
        let set = environment.iter().map(|(name, value)| (name.into(), Some(value.into())));
        options.environment = set.collect();
        // Without its directory a JVM would not even start.
        options.directory = Some(directory).filter(|directory| directory.is_dir()).cloned();
        options.assertions = *assertions;
        options
    }
}

/// Returns true if an option loads an agent that measures coverage: it is not part of what the tests do, and an old one refuses
/// a newer JVM.
fn measures_coverage(option: &str) -> bool {
    option
        .strip_prefix("-javaagent:")
        .is_some_and(|agent| agent.contains("jacoco") || agent.contains("cobertura"))
}

/// Asks the build tool of a project, or of one of its modules. If there are two, it is Maven, which is quicker.
pub fn resolve(directory: &Path, options: &ResolveOptions) -> Result<ProjectBuild, BuildError> {
    let project = Project::at(directory);
    match project.builds.first().map(|build| build.tool) {
        Some(BuildTool::Maven) => maven::resolve(directory, options),
        Some(BuildTool::Gradle) => gradle::resolve(directory, options),
        None => Err(BuildError::NoBuild(directory.to_path_buf())),
    }
}

/// Why a build tool gave no result.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The directory has no build file.
    #[error(
        "{} has neither a pom.xml nor a Gradle build file; name a project's directory, or give the class path itself",
        .0.display()
    )]
    NoBuild(PathBuf),
    /// It could not be run.
    #[error("{tool}: {source}; {next}")]
    NotRun {
        /// Its name.
        tool: &'static str,
        /// The next step.
        next: &'static str,
        /// The cause.
        source: ProcessError,
    },
    /// It ran and failed.
    #[error(transparent)]
    Failed(Box<ToolFailure>),
    /// It answered in another form than expected.
    #[error("{tool} answered in another form than expected: {reason}")]
    Answer {
        /// Its name.
        tool: &'static str,
        /// The problem with it.
        reason: String,
    },
    /// Files of ours.
    #[error("cannot ask the build tool: {0}")]
    Io(#[from] io::Error),
}

impl BuildError {
    /// Whether a build has begun at all.
    fn is_of_the_build(&self) -> bool {
        matches!(self, BuildError::Failed(failure) if failure.is_of_the_build)
    }
}

/// The failure of a build tool.
#[derive(Debug, thiserror::Error)]
#[error("{tool} failed in {}:\n{reason}\nrun it by hand to see all of its output: {command}", .directory.display())]
pub struct ToolFailure {
    /// Its name.
    pub tool: &'static str,
    /// The command line, shortened.
    pub command: String,
    /// Where it ran.
    pub directory: PathBuf,
    /// The lines that say what is wrong.
    pub reason: String,
    /// True if the message is the tool's own, and not that of a script that looks for the tool.
    pub is_of_the_build: bool,
}

/// A release as build files write it: `17`, or `1.8` from the days when that was 8.
fn release(text: &str) -> Option<u32> {
    text.strip_prefix("1.").unwrap_or(text).trim().parse().ok()
}
