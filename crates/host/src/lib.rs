//! Processes, sandboxes, temporary directories and the cache: everything about running programs on this
//! machine that is the same for a JVM, a build tool or a solver.
//!
//! It guarantees:
//! - no process that was started here outlives its time limit, its handle, or us;
//! - a sandboxed program writes only where it may, and the parts of the sandbox that the kernel
//!   does not offer are reported ([`Confinement`]);
//! - temporary directories are removed when we end, also by a signal;
//! - a cache entry is complete or absent.
//!
//! It knows nothing about Java.
//!
//! ```
//! use std::time::Duration;
//!
//! let finished = reenact_host::Command::new("echo").arg("hello").run(Duration::from_secs(10))?;
//! assert!(finished.status.success());
//! assert_eq!(finished.stdout.text(), "hello\n");
//! # Ok::<(), reenact_host::ProcessError>(())
//! ```

mod cpu;

mod process;

mod sandbox;

mod scratch;

pub mod cache;
pub mod signals;

pub use cpu::cpu_time;
pub use process::{Captured, Command, Finished, Interruption, ProcessError, Running, TimedOut, Woken};
pub use sandbox::{Confinement, Sandbox};
pub use scratch::Scratch;
