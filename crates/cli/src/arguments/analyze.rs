//! What can be typed behind `reenact analyze`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use reenact_verbs::analyze::Options;
use reenact_verbs::config::Config;

#[derive(Args)]
pub struct Analyze {
    /// Class directories, jars, WARs, Spring Boot jars, or directories of Maven and Gradle projects
    #[arg(required = true, value_name = "TARGET")]
    targets: Vec<PathBuf>,

    /// What the targets need besides, as `java -cp` takes it
    #[arg(long = "classpath", visible_alias = "class-path", value_name = "PATHS")]
    class_path: Option<String>,

    /// Directory of the JDK whose classes stand beside them [default: JAVA_HOME or the newest]
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,

    /// A catalog of sources, calls to the outside, harmless methods and the like, before those built in
    #[arg(long = "catalog", value_name = "FILE")]
    catalogs: Vec<PathBuf>,

    #[arg(long, value_name = "N", help = "How deep calls are followed into libraries [default: 2]")]
    library_depth: Option<usize>,

    /// Build tools do not use the network
    #[arg(long)]
    offline: bool,

    /// Tell why this method is a point, or is none
    #[arg(long, value_name = "CLASS#METHOD", conflicts_with_all = ["diff", "baseline"])]
    pub explain: Option<String>,

    /// Tell what is new and gone since an older version: its report in JSON, or the version itself
    #[arg(long, value_name = "OLD", conflicts_with = "baseline")]
    diff: Option<PathBuf>,

    /// End with 1 if there are points that this report in JSON does not have
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// For people, for programs, for code hosts, or as a page
    #[arg(long, value_enum, default_value_t = AnalyzeFormat::Text)]
    pub format: AnalyzeFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnalyzeFormat {
    Text,
    Json,
    Sarif,
    Html,
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

    /// What the points are compared with.
    pub fn older(&self) -> Option<&Path> {
        self.diff.as_deref().or(self.baseline.as_deref())
    }
}

pub const HELP: &str = "\
Examples:
  reenact analyze target/classes --classpath 'lib/*'
  reenact analyze .                       a Maven or Gradle project that is built
  reenact analyze app.jar --explain com.acme.Order#total
  reenact analyze app.jar --format json > points.json
  reenact analyze app.jar --baseline points.json     ends with 1 if there are new ones
  reenact analyze new.jar --diff old.jar
  reenact analyze app.jar --format html > points.html
  reenact analyze app.jar --catalog ours.toml        see docs/formats/analyze.md
";
