//! Verification of tests: which of them hold, and why the others do not.
//!
//! An engine writes test classes and hands them over as a [`TestWriter`]; the JVMs that compile and run them are a
//! [`Runner`]. This crate decides what is run and what the results mean, and does no I/O of its own. Tests are known
//! by a [`TestNumber`] of the engine's, test methods by their [`TestId`].
//!
//! [`verify`] guarantees of the tests that it keeps:
//!
//! - javac accepts them;
//! - they pass alone in a fresh class loader, twice in a row, in shuffles with the others, and in JVMs of other
//!   [environments](Environment): with other locales, time zones and charsets, on other dates, with other users, hosts,
//!   directories and variables;
//! - they reach no file, program or network address that is not allowed;
//! - the method under test meets the recorded state, as far as the two can be compared.
//!
//! Every test that is dropped has a [`Fault`] with a stable code. The kept tests that fail when the body of their method is
//! removed are counted: the others assert nothing about it.
//!
//! ```no_run
//! use reenact_verify::{Options, Runner, TestWriter, verify};
//!
//! # fn show<R: Runner>(runner: &mut R, writer: &mut dyn TestWriter) -> Result<(), R::Error> {
//! let options = Options { shuffles: 20, ..Options::default() };
//! let verified = verify(runner, writer, &[1, 2, 3], &options, &|stage| eprintln!("{stage}"))?;
//! for dropped in &verified.dropped {
//!     println!("{}: {} ({})", dropped.test, dropped.fault.summary(), dropped.fault.code());
//! }
//! # Ok(())
//! # }
//! ```

mod environment;
mod runner;
mod source;

mod fault;
mod verification;

mod choose;
mod compile;
pub mod cover;
mod elsewhere;
mod join;
mod kills;
mod merit;
mod notice;
pub mod retained;
mod runs;
mod shorten;

pub mod gut;
pub mod mutate;
pub mod objects;
pub mod reach;
pub mod state;

#[cfg(test)]
mod tests;

pub use environment::{Defaults, Difference, Environment, Moment, Part};
pub use fault::{Fault, FaultKind, When, shortened};
pub use gut::Replacement;
pub use reach::{Attempt, Bounds, Reach};
pub use reenact_wire::driver::{Diagnostic, DiagnosticKind, Failure, Outcome, TestId, TestReport};
pub use runner::{
    ClassFile, Compiled, CompiledClasses, Isolation, RecordedRun, Recording, Run, Runner, Source,
};
pub use source::{
    Differing, InstrumentedClasses, Rewrite, Target, TestMethod, TestNumber, TestSource, TestWriter, Written,
};
pub use state::Observed;
pub use verification::{Counts, Dropped, Options, Stage, Verified, verify};
