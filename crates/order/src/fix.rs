//! Repairs of order-dependent tests: code that resets the state which they share, and where it goes.
//!
//! A *candidate* is a few statements. It is found in one of several ways, from the best to the last: in an existing cleaner or
//! state-setter ([`borrowed`]), by looking in bytecode for methods that change the polluted field ([`resets`]), among setters
//! of the JDK's own state ([`platform`]), by saving and restoring a value, and by reflection, which is offered but never counted as a
//! repair. [`repair`](Repairer::repair) tries candidates over a [`Lab`], puts the first that works into a copy of the test's
//! source, and accepts it only if the victim passes behind every known polluter and alone, the polluters still pass, the whole suite
//! keeps its outcome, and the state before the victim is clean ([`compare`]).
//!
//! Nothing here does I/O: the [`Lab`] compiles and runs.

mod accept;
mod borrowed;
mod candidate;
mod changing;
mod clean;
mod diagnose;
mod lab;
mod place;
mod platform;
mod program;
mod repair;
mod resets;
mod seen;
mod sources;
mod state;
mod suspects;
mod values;

pub use candidate::{Candidate, Origin};
pub use clean::{Comparison, compare};
pub use diagnose::{Diagnosis, Hints, complete, diagnose, fresh_enough};
pub use lab::{Built, Lab, Place, Source, StateCheck, StateQuestion};
pub use place::{Edit, Placement};
pub use program::Program;
pub use repair::{Patient, Repair, Repairer, Settings, Verdict};
pub use seen::Seen;
pub use sources::Sources;
pub use state::{CleanValue, PathStep, PollutedField};
