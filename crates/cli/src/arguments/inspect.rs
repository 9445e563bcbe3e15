//! What can be typed behind `reenact inspect`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use reenact_verbs::inspect::{Detail, Options};

#[derive(Args)]
pub struct Inspect {
    /// The directory of a recording, or one segment of it
    #[arg(value_name = "RECORDING")]
    pub recording: PathBuf,

    /// Only methods of this name or pattern; `*` is any name, `**` any package
    #[arg(long, value_name = "CLASS[#METHOD]")]
    method: Option<String>,

    /// List invocations: number, method, thread, outcome
    #[arg(long, conflicts_with = "show")]
    pub invocations: bool,

    /// Show one invocation: receiver, arguments, outcome, what changed
    #[arg(long, value_name = "NUMBER", conflicts_with = "method")]
    pub show: Option<u64>,

    /// How many methods, classes or invocations are listed; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,

    /// How many objects behind one another are shown
    #[arg(long, value_name = "N", default_value_t = Detail::default().depth, requires = "show")]
    depth: usize,

    /// How many parts of one object are shown, and tens of chars of a string
    #[arg(long, value_name = "N", default_value_t = Detail::default().width, requires = "show")]
    width: usize,

    /// How many objects are shown in all
    #[arg(long, value_name = "N", default_value_t = Detail::default().objects, requires = "show")]
    objects: usize,

    /// For people, for programs, or as a page with the objects drawn
    #[arg(long, value_enum, default_value_t = InspectFormat::Text)]
    pub format: InspectFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum InspectFormat {
    Text,
    Json,
    Html,
}

impl Inspect {
    pub fn options(&self) -> Options {
        let top = if self.top == 0 { usize::MAX } else { self.top };
        Options { method: self.method.clone(), top }
    }

    pub fn detail(&self) -> Detail {
        Detail { depth: self.depth, width: self.width, objects: self.objects }
    }
}

pub const HELP: &str = "\
Examples:
  reenact inspect target/recording
  reenact inspect target/recording --method com.acme.Order
  reenact inspect target/recording --method '**.Order#add*' --invocations
  reenact inspect target/recording --show 17
  reenact inspect target/recording --show 17 --depth 20 --width 100
  reenact inspect target/recording --show 17 --format html > invocation.html
  reenact inspect target/recording --format json | jq '.methods[].name'
";
