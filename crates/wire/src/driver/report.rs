//! How tests ended.

use std::fmt;
use std::time::Duration;

use super::TestId;

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It failed, or what its class does before its tests did.
    Failed,
    /// An assumption of its own did not hold.
    Aborted,
    /// It is disabled.
    Skipped,
    /// There is no such test.
    NotFound,
    /// It took longer than it may, and was ended with its JVM.
    TimedOut,
    /// It ended the JVM, with this exit code.
    Exited(i32),
    /// The JVM died of this signal while it ran.
    Crashed(i32),
}

impl Outcome {
    /// Of several invocations the worst counts: what takes the JVM with it, then what fails, and only then
    /// what was not run; a test of which some invocations were run and passed has passed.
    pub(super) fn severity(self) -> u8 {
        match self {
            Outcome::Skipped => 0,
            Outcome::Aborted => 1,
            Outcome::Passed => 2,
            Outcome::NotFound => 3,
            Outcome::Failed => 4,
            Outcome::TimedOut => 5,
            Outcome::Exited(_) => 6,
            Outcome::Crashed(_) => 7,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Passed => f.write_str("passed"),
            Outcome::Failed => f.write_str("failed"),
            Outcome::Aborted => f.write_str("aborted"),
            Outcome::Skipped => f.write_str("skipped"),
            Outcome::NotFound => f.write_str("not found"),
            Outcome::TimedOut => f.write_str("timed out"),
            Outcome::Exited(code) => write!(f, "exited with code {code}"),
            Outcome::Crashed(signal) => write!(f, "crashed by signal {signal}"),
        }
    }
}

/// An exception that a test threw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// The class of the throwable, by its binary name.
    pub class: String,
    /// Its message; empty if it has none.
    pub message: String,
    /// Its stack trace with its causes, as Java prints them, within bounds.
    pub trace: String,
}

/// A test's output, up to a limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// To `System.out`.
    pub out: String,
    /// To `System.err`.
    pub err: String,
}

/// One execution of a test. Most tests have one; parameterized, repeated and dynamic ones have several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Which one, as JUnit calls it, such as `[1] apple`; empty if there is only one.
    pub name: String,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took, with its own set-up and tear-down.
    pub time: Duration,
    /// Why it was skipped or not found; where it was when its time was up; what ended the JVM.
    pub reason: String,
    /// The exception that it threw.
    pub failure: Option<Failure>,
    /// Its output.
    pub output: Output,
    /// The blocks of instrumented classes that were run since the last invocation ended, in ascending order.
    pub covered: Vec<u32>,
}

/// A test that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestReport {
    /// Which one.
    pub test: TestId,
    /// Its invocations in order; at least one.
    pub invocations: Vec<Invocation>,
    /// Which of the JVMs of a run has run it, from 0: tests with the same number had one JVM in common.
    pub jvm: u32,
}

impl TestReport {
    /// How it ended, all in all.
    pub fn outcome(&self) -> Outcome {
        let outcomes = self.invocations.iter().map(|invocation| invocation.outcome);
        outcomes.max_by_key(|outcome| outcome.severity()).unwrap_or(Outcome::NotFound)
    }

    /// Returns whether it passed.
    pub fn passed(&self) -> bool {
        self.outcome() == Outcome::Passed
    }

    /// Returns the exception of its first failing invocation.
    pub fn failure(&self) -> Option<&Failure> {
        let outcome = self.outcome();
        self.invocations.iter().filter(|one| one.outcome == outcome).find_map(|one| one.failure.as_ref())
    }
}

/// Something that a class did when all of its tests had ended, such as in `@AfterAll`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFailure {
    /// The class.
    pub class: String,
    /// Its outcome: [`Outcome::Failed`], or one that ended the JVM.
    pub outcome: Outcome,
    /// The exception that it threw.
    pub failure: Option<Failure>,
    /// The reason why the JVM ended.
    pub reason: String,
}
