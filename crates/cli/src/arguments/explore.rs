//! Arguments of `reenact explore`.

use std::path::PathBuf;

use clap::Args;
use reenact_verbs::classes;

use super::output::Output;

pub const HELP: &str = "Examples:
  reenact explore --survey app.jar
  reenact explore --survey target/classes --classpath 'lib/*' --format json";

#[derive(Args)]
pub struct Explore {
    /// Explore these class directories or jars
    #[arg(required = true, value_name = "TARGET")]
    targets: Vec<PathBuf>,

    /// Count the branches that need a class with several supertypes or with annotations, and run nothing
    #[arg(long, required = true)]
    survey: bool,

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
    pub fn program(&self) -> classes::Options {
        classes::Options {
            targets: self.targets.clone(),
            class_path: self.class_path.clone(),
            jdk: self.jdk.clone(),
        }
    }
}
