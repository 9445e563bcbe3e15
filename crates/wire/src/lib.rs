//! Formats between processes: the agent's options, the probe plan, attaching, the test driver.
//!
//! - [`AgentOptions`] is the string behind `-agentpath:…=`; [`options::KEYS`] is its one table of keys,
//!   defaults and meanings.
//! - [`AttachCode`] is what the agent answers when it is attached to a running JVM.
//! - [`ClassPattern`] matches the internal names of classes, without allocating.
//! - [`plan`] says which methods of which classes get which probes. The engines build a
//!   [`plan::ProbePlan`], the agent reads its bytes as a [`plan::Plan`] and asks it for every class that
//!   the JVM loads.
//! - [`filter`] counts the methods that a recording leaves out.
//! - [`driver`] is what is said to the Java program that compiles and runs tests, with names and outcomes of tests.
//! - [`snapshot`] is what is asked of the agent in a JVM that runs tests: its static state, differences, restoration.
//! - [`bytes`] and [`checksum`] are the basis of every binary format of Reenact.
//!
//! The native agent links this crate: no dependencies, no I/O, no state, no panics on hostile input.
//!
//! ```
//! let options: reenact_wire::AgentOptions = "out=/tmp/r,include=com.acme.**".parse().unwrap();
//! assert!(options.include[0].matches(b"com/acme/Shop"));
//! let error = "inclde=com.acme.**".parse::<reenact_wire::AgentOptions>().unwrap_err();
//! assert_eq!(error.to_string(), "unknown agent option `inclde`; did you mean `include`?");
//! ```

mod attach;
pub mod bytes;
pub mod checksum;
pub mod driver;
pub mod filter;
pub mod options;
mod pattern;
pub mod plan;
pub mod snapshot;

pub use attach::AttachCode;
pub use options::AgentOptions;
pub use pattern::{ClassPattern, MethodPattern, PatternError};
