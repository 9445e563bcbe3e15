//! The driver: what is said to the Java program that compiles and runs tests in the subject's JVM, and what
//! it answers.
//!
//! Commands go to it and events come back, both as [`frame`]s. A run is reported event by event, so that whatever
//! ends the JVM, this end knows which test was running and which are left. The other half is
//! `jvm/driver/src/reenact/driver/Protocol.java`; the two are built into one program, and the version in
//! [`Event::Hello`] is there for the day when they are not.
//!
//! ```
//! use reenact_wire::driver::TestId;
//!
//! let test: TestId = "com.acme.ShopTest$Empty#sells(int, java.lang.String)".parse().unwrap();
//! assert_eq!(test.class, "com.acme.ShopTest$Empty");
//! assert_eq!(test.parameters.as_deref().map(<[String]>::len), Some(2));
//! ```

mod command;
mod event;
pub mod frame;
mod report;
mod test_id;

pub use command::{Command, Compile, Discover, Loading, Run, RunTest};
pub use event::{Diagnostic, DiagnosticKind, Event, EventError};
pub use report::{ClassFailure, Failure, Invocation, Outcome, Output, TestReport};
pub use test_id::{TestId, TestIdError};

/// The version of the protocol; both ends must have the same.
pub const VERSION: u32 = 7;

#[cfg(test)]
mod tests;
