//! Arguments of `reenact inspect`.

use std::path::PathBuf;

use clap::Args;
use reenact_verbs::inspect::{Detail, Options};

use super::output::Output;

#[derive(Args)]
pub struct Inspect {
    /// Read the recordings in these directories and below, or single segments; several are read as one
    #[arg(value_name = "RECORDING", required = true)]
    pub recordings: Vec<PathBuf>,

    /// Show only methods of this name or pattern; `*` is any name, `**` any package
    #[arg(long, value_name = "CLASS[#METHOD]")]
    method: Option<String>,

    /// List invocations: number, method, thread, outcome
    #[arg(long, conflicts_with = "show")]
    pub invocations: bool,

    /// Show one invocation: receiver, arguments, outcome, changes
    #[arg(long, value_name = "NUMBER", conflicts_with = "method")]
    pub show: Option<u64>,

    /// List this many methods, classes or invocations; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,

    /// Follow references this deep
    #[arg(long, value_name = "N", default_value_t = Detail::default().depth, requires = "show")]
    depth: usize,

    /// Show this many parts of an object, and ten times as many characters of a string
    #[arg(long, value_name = "N", default_value_t = Detail::default().width, requires = "show")]
    width: usize,

    /// Show this many objects in all
    #[arg(long, value_name = "N", default_value_t = Detail::default().objects, requires = "show")]
    objects: usize,

    #[command(flatten)]
    pub output: Output,
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
  reenact inspect monday.rec tuesday.rec
  reenact inspect target/recording --method com.acme.Order
  reenact inspect target/recording --method '**.Order#add*' --invocations
  reenact inspect target/recording --show 17
  reenact inspect target/recording --show 17 --depth 20 --width 100
  reenact inspect target/recording --show 17 --format html > invocation.html
  reenact inspect target/recording --format json | jq '.methods[].name'
";
