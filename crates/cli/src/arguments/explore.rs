//! Arguments of `reenact explore`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use reenact_verbs::classes;
use reenact_verbs::explore::Options;

use super::output::Output;

pub const HELP: &str = "Examples:
  reenact explore target/classes --method com.acme.Cart#add
  reenact explore app.jar --classpath 'lib/*' --method com.acme.Cart --out out
  reenact explore --survey app.jar --format json
";

#[derive(Args)]
pub struct Explore {
    /// Explore these class directories or jars
    #[arg(required = true, value_name = "TARGET")]
    targets: Vec<PathBuf>,

    /// Explore this method, or all methods of a class that tests can call
    #[arg(long = "method", value_name = "CLASS[#METHOD]", required_unless_present = "survey")]
    methods: Vec<String>,

    /// Write tests and the classes that they need to this directory of test sources
    #[arg(long, value_name = "DIR", conflicts_with = "survey")]
    out: Option<PathBuf>,

    /// Do not invent classes
    #[arg(long)]
    no_stand_ins: bool,

    /// Run at most this many inputs of a method
    #[arg(long, value_name = "N", default_value_t = 200)]
    runs: usize,

    /// Limit the search of a method to this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time: u64,

    /// Use this SMT solver, or "none" [default: z3 on PATH or in the cache]
    #[arg(long, value_name = "PROGRAM", conflicts_with = "survey")]
    solver: Option<PathBuf>,

    /// Count the branches that need a class with several supertypes or with annotations, and run nothing
    #[arg(long, conflicts_with = "methods")]
    pub survey: bool,

    /// Add these libraries of the targets, as in `java -cp`
    #[arg(long = "classpath", visible_alias = "class-path", value_name = "PATHS")]
    class_path: Option<String>,

    /// Use the JDK in this directory [default: JAVA_HOME or the newest]
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,

    #[command(flatten)]
    pub output: Output,
}

impl Explore {
    pub fn options(&self) -> Options {
        let use_solver = self.solver.as_deref() != Some(Path::new("none"));
        Options {
            targets: self.targets.clone(),
            class_path: self.class_path.clone(),
            jdk: self.jdk.clone(),
            methods: self.methods.clone(),
            out: self.out.clone(),
            stand_ins: !self.no_stand_ins,
            runs: self.runs,
            time: Duration::from_secs(self.time),
            solver: self.solver.clone().filter(|_| use_solver),
            use_solver,
        }
    }

    pub fn program(&self) -> classes::Options {
        classes::Options {
            targets: self.targets.clone(),
            class_path: self.class_path.clone(),
            jdk: self.jdk.clone(),
        }
    }
}
