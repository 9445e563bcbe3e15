//! `reenact order`: tests that depend on the order in which they are run.
//!
//! [`project`] makes a suite of a project or a class path, [`runner`] runs its tests in any order, and each subcommand is a
//! module: [`detect`] finds order-dependent tests, [`explain`] the state that they depend on, [`fix`] repairs them, [`run`] runs
//! one order.

pub mod project;
pub mod runner;

pub mod detect;
pub mod explain;
pub mod fix;
pub mod run;

mod changers;
mod command;
mod failure;
mod field_reads;
mod outside;
mod places;
mod state_jvm;
mod test_classes;

use std::path::PathBuf;
use std::time::Duration;

use reenact_build::BuildError;
use reenact_jvm::agent::NoAgent;
use reenact_jvm::class_path::Problem;
use reenact_jvm::driver::DriverError;

use crate::subject::LoadError;

/// Options that all subcommands share.
#[derive(Clone, Debug)]
pub struct Options {
    /// The directory of a Maven or Gradle project, or of one of its modules.
    pub project: PathBuf,
    /// The class path of the tests, as in `java -cp`, in place of a project's.
    pub class_path: Option<String>,
    /// Directories and jars of test classes, with `class_path`.
    pub tests: Vec<PathBuf>,
    /// The module of the project: its name, the end of its name, or its directory.
    pub module: Option<String>,
    /// Patterns of the test classes to run, such as `**/*Test`; those that the build runs unless given.
    pub include: Vec<String>,
    /// The JDK that runs tests; the newest one found unless given.
    pub jdk: Option<PathBuf>,
    /// Options of the JVM that runs tests, behind those of the build.
    pub jvm_options: Vec<String>,
    /// True if build tools may not use the network.
    pub offline: bool,
    /// True if the project is to be compiled first.
    pub compile: bool,
    /// The time that a test may take.
    pub test_limit: Duration,
    pub search: Search,
}

/// Which orders are run.
#[derive(Clone, Debug)]
pub struct Search {
    /// Random orders; as many as suit the size of the suite unless given.
    pub random: Option<usize>,
    /// The seed of the first random order.
    pub seed: u64,
    /// True if all classes and all tests of a class are run right behind each other.
    pub systematic: bool,
    /// True if the state that tests leave behind is looked at first.
    pub state: bool,
    /// How often an order that shows something is run again, each time in a fresh JVM.
    pub confirmations: usize,
    /// The runs of tests that all orders together may take; the first three orders are run however long they are.
    pub max_runs: usize,
    /// The time after which no further orders are begun.
    pub max_time: Option<Duration>,
}

impl Default for Search {
    fn default() -> Self {
        Search {
            random: None,
            seed: 0,
            systematic: true,
            state: true,
            confirmations: 2,
            max_runs: 250_000,
            max_time: None,
        }
    }
}

impl Options {
    /// Options for a project, with the defaults of the command.
    pub fn new(project: PathBuf) -> Self {
        Options {
            project,
            class_path: None,
            tests: Vec::new(),
            module: None,
            include: Vec::new(),
            jdk: None,
            jvm_options: Vec::new(),
            offline: false,
            compile: true,
            test_limit: Duration::from_secs(60),
            search: Search::default(),
        }
    }
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Jdk(#[from] LoadError),
    #[error(transparent)]
    Build(Box<BuildError>),
    #[error("cannot read the test classes: {0}")]
    Classes(#[from] Problem),
    #[error(transparent)]
    Driver(#[from] DriverError),
    #[error(
        "cannot write temporary files: {0}; make the directory of temporary files writable, or set TMPDIR"
    )]
    Scratch(std::io::Error),
    #[error(
        "{project}: its build has no module with tests; name a directory of a module, or give --classpath and --tests"
    )]
    NoModule { project: String },
    #[error("{project} has several modules with tests: {modules}. Choose one: --module NAME")]
    ManyModules { project: String, modules: String },
    #[error("{project} has no module {module}; its modules with tests: {modules}")]
    UnknownModule { project: String, module: String, modules: String },
    #[error("{module} has no compiled tests in {places}. Run: {command}")]
    NotCompiled { module: String, places: String, command: String },
    #[error("{place}: no JUnit on the class path of the tests; tests of JUnit 3, 4 and 5 can be run")]
    NoJUnit { place: String },
    #[error("{place}: no tests among {classes} classes{reasons}")]
    NoTests { place: String, classes: usize, reasons: String },
    #[error("--classpath needs --tests: name the directories or jars of the test classes")]
    NoTestPlaces,
    #[error("{test} is not a test of {suite}{nearest}")]
    UnknownTest { test: String, suite: String, nearest: String },
    #[error(transparent)]
    Agent(#[from] NoAgent),
    #[error("cannot read the order-dependent tests in {}: {reason}. Run: reenact order detect . --format json", .path.display())]
    Detection { path: PathBuf, reason: String },
    #[error("{test} is not among the order-dependent tests in {}. Leave out --from to look for its causes", .path.display())]
    NotDetected { test: String, path: PathBuf },
    #[error("the agent in the JVM of the tests did not answer: {reason}")]
    NoAnswer { reason: String },
    #[error("cannot read the order in {}: {reason}", .path.display())]
    Order { path: PathBuf, reason: String },
    #[error("cannot use the test source {}: {source}", .path.display())]
    Source { path: PathBuf, source: std::io::Error },
    #[error("{} has changed since it was read; nothing was written to it. Run the command again", .path.display())]
    SourceChanged { path: PathBuf },
    #[error("the order has no tests. Name them: --order pkg.ClassTest#first,pkg.ClassTest#second")]
    EmptyOrder,
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        Error::Build(Box::new(error))
    }
}
