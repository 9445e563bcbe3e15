//! The driver: a Java program in the subject's JVM that compiles and runs tests on command.
//!
//! The JVM stays warm from one command to the next. When a test ends it, by `System.exit`, a crash, a full
//! heap or an endless loop, a new JVM runs the other tests. Results do not depend on how fast
//! anything was, except for what came up to its time limit.
//!
//! The subject runs in a directory of its own, with an empty standard input, and without the network if that was asked
//! for. Its output cannot disturb the driver, which has pipes of its own.
//!
//! ```no_run
//! use reenact_jvm::Jdk;
//! use reenact_jvm::driver::{Compilation, Driver, DriverOptions, TestRun};
//!
//! let (jdk, class_path) = (Jdk::find(17)?, vec!["shop.jar".into(), "junit.jar".into()]);
//! let mut driver = Driver::start(DriverOptions::new(&jdk, &class_path))?;
//! let sources = vec![("ShopTest.java".to_owned(), "class ShopTest { … }".to_owned())];
//! let compiled = driver.compile(&Compilation::new(sources, class_path), "tests".as_ref())?;
//! assert!(compiled.success);
//! let mut run = TestRun::new(vec!["ShopTest#sells".parse()?]);
//! run.classes = vec!["tests".into()];
//! for test in driver.run(&run)?.tests {
//!     println!("{}: {}", test.test, test.outcome());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod options;
pub use options::DriverOptions;

mod compile;
pub use compile::{ClassFileBytes, Compilation, Compiled, CompiledMost};

mod run;
pub use run::{Isolation, RunReport, TestRun};

mod agent;

mod discover;
pub use discover::Discovered;

mod archive;
mod channel;
mod jvm;
mod program;
mod progress;

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

pub use channel::ChannelError;
use jvm::Jvm;
pub use program::ProgramError;
use reenact_wire::driver::Event;
pub use reenact_wire::driver::{
    ClassFailure, Diagnostic, DiagnosticKind, Failure, Invocation, Outcome, Output, TestId, TestReport,
};

use reenact_host::{Confinement, ProcessError, Scratch};

/// A driver, and the JVM that it is in at the moment.
#[derive(Debug)]
pub struct Driver {
    options: DriverOptions,
    /// The start of every JVM's class path: the driver, then JUnit.
    start: Vec<PathBuf>,
    jvm: Option<Jvm>,
    /// How many JVMs there were.
    started: u32,
    scratches: u32,
    /// After the JVM, which works in there.
    scratch: Scratch,
}

impl Driver {
    /// Starts a JVM. The first time on a machine the driver is compiled, which takes a second or two.
    pub fn start(options: DriverOptions) -> Result<Driver, DriverError> {
        let options = options.absolute();
        let start = options.start_of_class_path(&program::jar(&options.jdk)?);
        let scratch = Scratch::new("reenact-driver-")
            .map_err(|source| DriverError::Scratch { path: std::env::temp_dir(), source })?;
        let mut driver = Driver { options, start, jvm: None, started: 0, scratches: 0, scratch };
        driver.jvm()?;
        Ok(driver)
    }

    /// Returns the options it was started with, with absolute paths.
    pub fn options(&self) -> &DriverOptions {
        &self.options
    }

    /// The process of its JVM, if there is one.
    pub fn process_id(&self) -> Option<u32> {
        self.jvm.as_ref().map(Jvm::process_id)
    }

    /// Where its JVMs work, and may always write.
    pub fn directory(&self) -> &Path {
        self.scratch.path()
    }

    /// Returns the limits that the kernel enforces for its JVM, of those that were asked for.
    pub fn confinement(&mut self) -> Result<Confinement, DriverError> {
        Ok(self.jvm()?.confinement().clone())
    }

    /// Whether its JVM can compile.
    pub fn has_compiler(&mut self) -> Result<bool, DriverError> {
        Ok(self.jvm()?.has_compiler)
    }

    /// The version of its JVM, as `java.version` has it.
    pub fn java_version(&mut self) -> Result<String, DriverError> {
        Ok(self.jvm()?.java_version.clone())
    }

    /// Ends the JVM and starts another.
    pub fn restart(&mut self) -> Result<(), DriverError> {
        if let Some(jvm) = self.jvm.take() {
            jvm.quit()?;
        }
        self.jvm().map(drop)
    }

    /// Ends the JVM in order: agents write what they have, shutdown hooks run. Dropping a driver ends it at once.
    pub fn quit(mut self) -> Result<(), DriverError> {
        match self.jvm.take() {
            Some(jvm) => jvm.quit().map(drop),
            None => Ok(()),
        }
    }

    fn jvm(&mut self) -> Result<&mut Jvm, DriverError> {
        let jvm = match self.jvm.take() {
            Some(jvm) => jvm,
            None => {
                let home = self.scratch.path().join(format!("jvm-{}", self.started));
                // Where one JVM was not enough, there will be more: then an archive is worth its making.
                let archive = match self.started {
                    _ if !self.options.takes_archive() => None,
                    0 => archive::find(&self.options.jdk, &self.start),
                    _ => archive::make(&self.options.jdk, &self.start),
                };
                self.started += 1;
                Jvm::start(&self.options, &self.start, archive.as_deref(), home)?
            }
        };
        Ok(self.jvm.insert(jvm))
    }

    fn take_jvm(&mut self) -> Option<Jvm> {
        self.jvm.take()
    }

    fn kill(&mut self) {
        if let Some(jvm) = self.take_jvm() {
            jvm.kill();
        }
    }

    /// A new directory that goes with the driver.
    fn scratch_directory(&mut self, name: &str) -> Result<PathBuf, DriverError> {
        let path = self.scratch.path().join(format!("{name}-{}", self.scratches));
        self.scratches += 1;
        match fs::create_dir_all(&path) {
            Ok(()) => Ok(path),
            Err(source) => Err(DriverError::Scratch { path, source }),
        }
    }
}

/// Why a driver failed. A test that ends its JVM is not an error: that is the outcome of the test.
#[derive(Debug, thiserror::Error)]
pub enum DriverError {
    /// The driver's program cannot be made.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The process failed.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// Its directory cannot be used.
    #[error("{}: cannot be used to work in ({source})", .path.display())]
    Scratch {
        /// The directory.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The JVM ended before the driver was up.
    #[error(
        "`{command}` {outcome} before any test could run; check the options of the JVM. Its output: {words}"
    )]
    NotStarted {
        /// The command line, shortened.
        command: String,
        /// How it ended.
        outcome: Outcome,
        /// Its output.
        words: String,
    },
    /// The JVM did not start in time.
    #[error("`{command}` did not start within {limit:?}")]
    Silent {
        /// The command line, shortened.
        command: String,
        /// The time it had.
        limit: Duration,
    },
    /// The JVM has the machine's clock, though another was asked for.
    #[error("the clock of a JVM cannot be moved here: {reason}")]
    ClockNotMoved {
        /// Why.
        reason: String,
    },
    /// The pipes to the JVM failed.
    #[error(transparent)]
    Channel(#[from] ChannelError),
    /// The driver refused a command.
    #[error("{reason}")]
    Refused {
        /// Why.
        reason: String,
    },
    /// The JVM ended during a command.
    #[error("the driver's JVM {outcome} during a command. Its output: {words}")]
    Died {
        /// How.
        outcome: Outcome,
        /// Its output.
        words: String,
    },
    /// A command took too long.
    #[error("the driver did not answer within {limit:?}")]
    TooSlow {
        /// The time it had.
        limit: Duration,
    },
    /// A path that is not UTF-8.
    #[error("{}: a path that is not UTF-8 cannot be handed to a JVM; rename it", .0.display())]
    Path(PathBuf),
    /// The answer to another command.
    #[error("unexpected answer of the driver: {0}")]
    Unexpected(String),
}

impl DriverError {
    fn unexpected(event: &Event) -> Self {
        let text = format!("{event:?}");
        DriverError::Unexpected(text.chars().take(200).collect())
    }
}
