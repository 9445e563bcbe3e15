//! The native agent that lives in the subject's JVM.
//!
//! It puts probes into the classes that its plan names, and while a method's probe is armed it captures
//! calls: receiver and arguments before, outcome and what changed after, as exact heap graphs. It never harms the
//! program it runs in:
//!
//! - nothing panics into the JVM: every entry from it catches panics, and a caught one ends the recording;
//! - probes call no Java, wait for nothing and do no I/O; one thread compresses and writes;
//! - memory is taken from a budget, and what does not fit is dropped as a whole and counted;
//! - whatever fails, the subject continues.
//!
//! The modules in the order of a call: the JVM loads the agent (`entry`), which sets up what all threads
//! share (`runtime`); classes come through a hook and get probes (`probe`); an armed probe asks a service
//! (`service::record` for calls, `service::history` for objects), which walks what the call reaches (`graph`)
//! and puts the result into a queue from which it goes to disk (`output`). `ffi` is the JVM as Rust sees it.

mod entry;
mod ffi;
mod graph;
mod output;
mod probe;
mod runtime;
mod service;

#[doc(hidden)]
pub use probe::instrument::with_everything;
