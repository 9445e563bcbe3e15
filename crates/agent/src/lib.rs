//! The native agent that lives in the subject's JVM.
//!
//! It puts probes into the classes that its plan names, and while a method's probe is armed it captures
//! calls: receiver and arguments before, outcome and what changed after, as exact heap graphs. It decides
//! nothing, and it never harms its host:
//!
//! - nothing panics into the JVM: every entry from it catches panics, and a caught one ends the recording;
//! - probes call no Java, wait for nobody and do no I/O; compressing and writing is one thread's business;
//! - memory is taken from a budget, and what does not fit is dropped as a whole and counted;
//! - whatever fails, the subject goes on.
//!
//! The modules in the order of a call: the JVM loads the agent (`load`), which starts a recording
//! (`session`); classes come through the hook and get probes (`instrument`, `select`, `probe_class`); an
//! armed probe (`capture`, `sampling`, `open`) walks what the call reaches (`walk`), and puts the result
//! into the queue (`queue`) from which it goes to disk (`writer`, `files`). Objects of traced classes are
//! followed from their birth on (`trace`).

mod capture;
mod ffi;
mod files;
mod hook;
mod instrument;
mod load;
mod memory;
mod message;
mod methods;
mod natives;
mod open;
mod probe_class;
mod queue;
mod sampling;
mod select;
mod session;
mod start;
mod sync;
mod threads;
mod trace;
mod walk;
mod writer;
