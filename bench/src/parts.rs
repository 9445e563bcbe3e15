//! The cost of the agent, part by part. Each part prints a table in Markdown.

mod capture;
mod memory;
mod probe;
mod programs;
mod startup;

use crate::{Environment, Result};

/// A part of the benchmark.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Nanoseconds of the probes of a call that is not sampled
    Probe,
    /// Microseconds per captured object
    Capture,
    /// CPU time per unit of work of real programs
    Programs,
    /// The cost of starting a JVM
    Startup,
    /// Native memory while everything is recorded
    Memory,
}

/// How much to do, where not as much as usual.
#[derive(clap::Args, Clone, Debug)]
pub struct Effort {
    /// Forks of each side, in turns [default: a number for each part]
    #[arg(long, value_name = "NUMBER")]
    pub rounds: Option<usize>,

    /// How long a fork measures, at most [default: a number for each part]
    #[arg(long, value_name = "NUMBER")]
    pub seconds: Option<u64>,

    /// Only this row of the table, such as `h2`
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
}

impl Effort {
    /// Returns whether a row is asked for.
    fn wants(&self, name: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == name)
    }
}

/// Runs a part, or all of them.
pub fn run(part: Option<Part>, environment: &Environment, effort: &Effort) -> Result<()> {
    let parts = match part {
        Some(part) => vec![part],
        None => vec![Part::Probe, Part::Capture, Part::Programs, Part::Startup, Part::Memory],
    };
    let side =
        if environment.has_agent() { "with the agent" } else { "WITHOUT the agent on both sides: noise" };
    println!(
        "JDK {}, {side}; medians, and in parentheses the smallest and the largest\n",
        environment.jdk.version.full
    );
    let mut failed = Vec::new();
    for part in parts {
        let done = match part {
            Part::Probe => probe::run(environment, effort),
            Part::Capture => capture::run(environment, effort),
            Part::Programs => programs::run(environment, effort),
            Part::Startup => startup::run(environment, effort),
            Part::Memory => memory::run(environment, effort),
        };
        // The others can still be measured.
        if let Err(error) = done {
            failed.push(format!("{part:?}: {error}"));
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(failed.join("\n").into()),
    }
}
