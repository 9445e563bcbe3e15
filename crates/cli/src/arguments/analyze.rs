//! Arguments of `reenact analyze`.

use std::path::{Path, PathBuf};

use clap::Args;
use reenact_verbs::analyze::Options;
use reenact_verbs::config::Config;

use super::output::Output;

#[derive(Args)]
pub struct Analyze {
    /// Read these class directories, jars, WARs, Spring Boot jars, or Maven and Gradle projects
    #[arg(required = true, value_name = "TARGET")]
    targets: Vec<PathBuf>,

    /// Add these libraries of the targets, as in `java -cp`
    #[arg(long = "classpath", visible_alias = "class-path", value_name = "PATHS")]
    class_path: Option<String>,

    /// Use the JDK in this directory [default: JAVA_HOME or the newest]
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,

    /// Add a catalog of sources, external calls and harmless methods, before those built in
    #[arg(long = "catalog", value_name = "FILE")]
    catalogs: Vec<PathBuf>,

    #[arg(long, value_name = "N", help = "Follow calls this deep into libraries [default: 2]")]
    library_depth: Option<usize>,

    /// Do not let build tools use the network
    #[arg(long)]
    offline: bool,

    /// Explain why this method is or is not a point
    #[arg(long, value_name = "CLASS#METHOD", conflicts_with_all = ["diff", "baseline"])]
    pub explain: Option<String>,

    /// Compare with an older version: its report in JSON, or the version itself
    #[arg(long, value_name = "OLD", conflicts_with = "baseline")]
    diff: Option<PathBuf>,

    /// Compare with this report in JSON, and exit with 1 if there are new points
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    #[command(flatten)]
    pub output: Output,
}

impl Analyze {
    pub fn options(&self, config: &Config) -> Options {
        let settings = config.analyze.clone();
        Options {
            targets: self.targets.clone(),
            class_path: self.class_path.clone(),
            jdk: self.jdk.clone(),
            catalogs: self.catalogs.clone(),
            library_depth: self.library_depth.or(settings.library_depth).unwrap_or(2),
            settings,
            offline: self.offline,
        }
    }

    /// The older version to compare with.
    pub fn older(&self) -> Option<&Path> {
        self.diff.as_deref().or(self.baseline.as_deref())
    }
}

pub const HELP: &str = "\
Examples:
  reenact analyze target/classes --classpath 'lib/*'
  reenact analyze .                    a Maven or Gradle project that is built
  reenact analyze app.jar --explain com.acme.Order#total
  reenact analyze app.jar --format json > points.json
  reenact analyze app.jar --baseline points.json     exit with 1 on new points
  reenact analyze new.jar --diff old.jar
  reenact analyze . --format html > points.html
  reenact analyze . --format sarif --baseline points.json > points.sarif
  reenact analyze app.jar --catalog ours.toml        see docs/formats/analyze.md
";
