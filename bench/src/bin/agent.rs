//! The cost of the agent: `./run bench agent [PART]`.
//!
//! Everything is measured with and without the agent in turns, in JVMs of their own. `--plain` leaves
//! the agent out on both sides and so shows the noise of the machine.

use std::process::ExitCode;

use clap::Parser;
use reenact_bench::environment::{Arguments, Environment};
use reenact_bench::parts::{self, Effort, Part};

/// Measure the cost of the agent against runs without it
#[derive(Parser)]
#[command(name = "agent")]
struct Command {
    /// Only this part
    #[arg(value_enum)]
    part: Option<Part>,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    arguments: Arguments,
}

fn main() -> ExitCode {
    let command = Command::parse();
    let done = Environment::open(&command.arguments)
        .and_then(|environment| parts::run(command.part, &environment, &command.effort));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agent: {error}");
            ExitCode::from(2)
        }
    }
}
