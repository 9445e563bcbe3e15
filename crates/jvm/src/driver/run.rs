//! Running tests, whatever they do to their JVM.
//!
//! The driver reports every step, so when a JVM ends, the test at fault is known: the one that was running. It gets
//! that for its outcome, and the tests that have not ended are run in a new JVM. Every round ends at least one test,
//! so that this comes to an end.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use reenact_wire::driver::{ClassFailure, Event, Loading, Output, TestId, TestReport};

use super::channel::Received;
use super::jvm::texts;
use super::progress::{Next, Progress};
use super::{Driver, DriverError};

/// How much longer than a test's limit we wait for the driver to notice by itself. It may be kept from that by a full
/// heap, or by a system that is busy.
const GRACE: Duration = Duration::from_secs(5);

/// The time that JUnit has to find its tests.
const TO_FIND: Duration = Duration::from_secs(30);

/// The state that tests share with those before them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Isolation {
    /// Everything: JVM, class loader, static state, from run to run.
    None,
    /// A new class loader for the run.
    LoaderPerRun,
    /// A new class loader whenever the top-level class changes.
    #[default]
    LoaderPerClass,
    /// A new class loader for every test.
    LoaderPerTest,
    /// A new JVM for the run.
    JvmPerRun,
    /// A new JVM whenever the top-level class changes.
    JvmPerClass,
    /// A new JVM for every test.
    JvmPerTest,
}

impl Isolation {
    pub(super) fn loading(self) -> Loading {
        match self {
            Isolation::LoaderPerRun => Loading::FreshPerRun,
            Isolation::LoaderPerClass => Loading::FreshPerClass,
            Isolation::LoaderPerTest => Loading::FreshPerTest,
            // In a new JVM its own loader is fresh, and like the one that the program has in production.
            Isolation::None | Isolation::JvmPerRun | Isolation::JvmPerClass | Isolation::JvmPerTest => {
                Loading::Kept
            }
        }
    }
}

/// Tests to run.
#[derive(Clone, Debug)]
pub struct TestRun {
    /// In this order. JUnit does not go back to a class that it has left, so a list that does sets the class up
    /// again.
    pub tests: Vec<TestId>,
    /// The fault that instrumented classes have during each of them, by number: 0, or past the end, is none.
    pub mutants: Vec<u32>,
    /// Requests to the agent right before a test starts, by position in the list.
    pub requests: Vec<(u32, Vec<u8>)>,
    /// The method whose calls an agent records during each of them, such as `pkg.Class#method`: empty, or past the end, means
    /// all that the agent has probes in. Methods of the JDK are always recorded.
    pub recorded: Vec<String>,
    /// The state that they share.
    pub isolation: Isolation,
    /// Directories and jars of class files that replace those of the same name elsewhere, such as mutants.
    pub overrides: Vec<PathBuf>,
    /// Directories and jars of test classes that are not on the driver's class path.
    pub classes: Vec<PathBuf>,
    /// How long a test may take, or what a class does before and after its tests.
    pub limit: Duration,
    /// How much CPU time its thread may use, if that is limited: what runs in circles is known sooner than what waits,
    /// and a busy machine does not count against it.
    pub cpu_limit: Option<Duration>,
}

impl TestRun {
    /// With a new class loader per class, and a minute for every test.
    pub fn new(tests: Vec<TestId>) -> Self {
        TestRun {
            tests,
            mutants: Vec::new(),
            requests: Vec::new(),
            recorded: Vec::new(),
            isolation: Isolation::default(),
            overrides: Vec::new(),
            classes: Vec::new(),
            limit: Duration::from_secs(60),
            cpu_limit: None,
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunReport {
    /// One for every test, in the order in which they were asked for.
    pub tests: Vec<TestReport>,
    /// Failures of classes after their tests had ended.
    pub class_failures: Vec<ClassFailure>,
    /// The agent's answers to requests before tests, in the order in which they came.
    pub answers: Vec<(u32, Vec<u8>)>,
    /// How many JVMs it took.
    pub jvms: u32,
}

impl RunReport {
    /// Whether every test passed, and nothing went wrong after them.
    pub fn all_passed(&self) -> bool {
        self.class_failures.is_empty() && self.tests.iter().all(TestReport::passed)
    }
}

impl Driver {
    /// Runs tests.
    pub fn run(&mut self, run: &TestRun) -> Result<RunReport, DriverError> {
        self.run_telling(run, &mut |_| {})
    }

    /// Runs tests, and reports each as soon as it has ended.
    pub fn run_telling(
        &mut self,
        run: &TestRun,
        report_test: &mut dyn FnMut(&TestReport),
    ) -> Result<RunReport, DriverError> {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let places: Vec<PathBuf> = run.overrides.iter().chain(&run.classes).map(absolute).collect();
        let mut progress = Progress::new(run, texts(&places)?, report_test);
        while let Some(round) = progress.next_round() {
            if progress.needs_new_jvm() {
                self.restart()?;
            }
            if let Err(error) = self.round(&mut progress, round) {
                // Events of a run that was given up must not be taken for those of the next.
                self.kill();
                return Err(error);
            }
        }
        Ok(progress.report())
    }

    /// Runs tests in one JVM until they are done or the JVM is.
    fn round(&mut self, progress: &mut Progress<'_>, round: Vec<u32>) -> Result<(), DriverError> {
        let command = progress.command(&round);
        let limit = progress.run.limit;
        let jvm = self.jvm()?;
        jvm.runs += 1;
        progress.round_started(round, jvm.runs == 1);
        jvm.send(&command)?;
        loop {
            let grace = if progress.has_begun() { GRACE } else { GRACE + TO_FIND };
            let deadline = Instant::now().checked_add(limit.saturating_add(grace));
            match jvm.receive(deadline)? {
                Received::Event(Event::RunEnded) => {
                    progress.round_ended();
                    return Ok(());
                }
                Received::Event(Event::Refused { reason }) => return Err(DriverError::Refused { reason }),
                Received::Event(event) => {
                    if progress.take_in(event) == Next::NewJvm {
                        break;
                    }
                }
                Received::Ended => {
                    let end = self.take_jvm().map(|jvm| jvm.end());
                    progress.jvm_ended(end);
                    return Ok(());
                }
                Received::TimeUp => {
                    progress.timed_out("the JVM does not answer any more".into(), Output::default());
                    break;
                }
            }
        }
        self.kill();
        Ok(())
    }
}
