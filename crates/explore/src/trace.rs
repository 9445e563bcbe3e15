//! What one run of the program did: instrumented class files that log it, and the log.
//!
//! Instrumented code calls static methods of `reenact.explore.Trace` ([`TRACE_JAVA`]), which append a number for the place and a
//! value to an array: outcomes of branches, results of calls, entries and exits of methods, exceptions. [`log::RunLog`] reads it.

pub mod instrument;
pub mod log;

/// The source of the class that instrumented code calls.
pub const TRACE_JAVA: &str = include_str!("../java/Trace.java");

/// Internal name of that class.
pub const TRACE: &str = "reenact/explore/Trace";
