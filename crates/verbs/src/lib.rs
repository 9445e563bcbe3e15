//! One module per verb: each joins the engines to the host and fills a report.
//!
//! A verb takes plain options, does its work, and returns a report or an error that names what is at
//! fault and what to do. It renders nothing and decides no exit code: that is the command line's.

pub mod analyze;
pub mod classes;
pub mod config;
pub mod demo;
pub mod doctor;
pub mod explore;
pub mod generate;
pub mod inspect;
pub mod order;
pub mod record;
pub mod runs;
pub mod serial;

pub mod subject;

mod omitted;
mod parallel;

pub use reenact_base::finding::Severity;

/// Receives the progress of a verb.
pub trait Progress {
    /// A new step begins, such as `reading 3 class path entries`.
    fn step(&self, what: &str);

    /// A message to show now, beside the report.
    fn note(&self, what: &str) {
        self.step(what);
    }
}

/// Ignores all progress.
impl Progress for () {
    fn step(&self, _: &str) {}
}
