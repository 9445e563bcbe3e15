//! Arguments of `reenact generate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use reenact_verbs::config::Config;
use reenact_verbs::generate::{Assertions, Junit, Options, Reach, StandIns};

use super::output::Output;

#[derive(Args)]
pub struct Generate {
    /// Read the recordings in these directories and below; several are read as one
    #[arg(value_name = "RECORDING", required = true)]
    recordings: Vec<PathBuf>,

    /// Write the tests to this directory of test sources
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Use this class path of the program, as in `java -cp` [default: the recording's, or that of the project around it]
    #[arg(
        long = "classpath",
        visible_alias = "class-path",
        value_name = "PATHS",
        conflicts_with = "project"
    )]
    class_path: Option<String>,

    /// Take the class path from this Maven or Gradle project
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,

    /// Read names of parameters from these sources [default: src/main/java of the class path's projects]
    #[arg(long, value_name = "DIR")]
    sources: Vec<PathBuf>,

    /// Generate tests of methods of this name or pattern; `*` is any name, `**` any package
    #[arg(long, value_name = "CLASS[#METHOD]")]
    method: Option<String>,

    /// Write methods that make recorded objects instead of tests: of a class, or of an invocation
    #[arg(long, value_name = "CLASS|NUMBER", conflicts_with = "method")]
    objects: Option<String>,

    /// Write tests too that find no fault which other tests do not find
    #[arg(long)]
    all_tests: bool,

    /// Limit the tests of one method, or the objects of one class [default: 10]
    #[arg(long, value_name = "N")]
    per_method: Option<usize>,

    /// Limit the test methods of one class to those that run most code; --all-tests lifts it [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    per_class: Option<u32>,

    /// Write tests on this many threads; on all cores unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Stop writing and verifying tests after this time, such as 90s or 10m; what is delivered by then holds
    #[arg(long, value_name = "TIME", value_parser = super::record::duration)]
    max_time: Option<Duration>,

    /// Skip tests of more lines than this, helper methods included [default: 200]
    #[arg(long, value_name = "N")]
    max_lines: Option<usize>,

    /// Write for JUnit 4 or 5 [default: the version on the class path, or 5]
    #[arg(long, value_enum)]
    junit: Option<JunitVersion>,

    /// Compare results with these assertions [default: the ones of the project's tests]
    #[arg(long, value_enum)]
    assertions: Option<AssertionStyle>,

    /// Replace objects that cannot be rebuilt by these [default: mockito if the project's tests use it]
    #[arg(long, value_enum)]
    stand_ins: Option<StandInStyle>,

    /// Write Java of this release [default: the project's, or that of the program's classes]
    #[arg(long, value_name = "RELEASE")]
    release: Option<u8>,

    /// Compile and run with the JDK in this directory [default: JAVA_HOME or the newest]
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,

    /// Remove tests that this run does not make from the files that it writes; they are kept otherwise
    #[arg(long)]
    update: bool,

    /// Format, compile and run the new tests with the project's own build at the end, its checks included
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    check_build: bool,

    /// Show what would change as a diff, and write nothing
    #[arg(long)]
    diff: bool,

    /// Begin files with this text, such as a licence [default: as the project's files begin]
    #[arg(long, value_name = "FILE")]
    header: Option<PathBuf>,

    /// Accept a recording in which secrets were not masked
    #[arg(long)]
    allow_raw: bool,

    /// Allow tests to reach these; tests that reach anything else outside are refused
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    allow: Vec<Allowed>,

    #[command(flatten)]
    pub output: Output,
}

#[derive(Clone, Copy, ValueEnum)]
enum JunitVersion {
    #[value(name = "4")]
    Four,
    #[value(name = "5")]
    Five,
}

#[derive(Clone, Copy, ValueEnum)]
enum AssertionStyle {
    Junit,
    Assertj,
}

#[derive(Clone, Copy, ValueEnum)]
enum Allowed {
    /// Files that are not the program's may be read
    Reads,
    /// Files may be changed wherever you may
    Files,
    /// Programs may be started
    Processes,
    /// The network may be used
    Network,
}

impl From<Allowed> for Reach {
    fn from(allowed: Allowed) -> Self {
        match allowed {
            Allowed::Reads => Reach::Reads,
            Allowed::Files => Reach::Files,
            Allowed::Processes => Reach::Processes,
            Allowed::Network => Reach::Network,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum StandInStyle {
    Class,
    Mockito,
}

impl Generate {
    /// The options: from the command line, or else from the project's settings.
    pub fn options(&self, config: &Config) -> Options {
        let usual = Options::new(PathBuf::new(), self.out.clone());
        let settings = &config.generate;
        Options {
            recordings: self.recordings.clone(),
            class_path: self.class_path.clone(),
            project: self.project.clone(),
            method: self.method.clone(),
            objects: self.objects.clone(),
            per_method: self.per_method.or(settings.per_method).unwrap_or(usual.per_method),
            per_class: self.per_class.map_or(usual.per_class, |limit| limit as usize),
            junit: self
                .junit
                .map(|version| match version {
                    JunitVersion::Four => Junit::Four,
                    JunitVersion::Five => Junit::Five,
                })
                .or(settings.junit),
            assertions: self
                .assertions
                .map(|style| match style {
                    AssertionStyle::Junit => Assertions::Junit,
                    AssertionStyle::Assertj => Assertions::AssertJ,
                })
                .or(settings.assertions),
            stand_ins: self
                .stand_ins
                .map(|style| match style {
                    StandInStyle::Class => StandIns::Classes,
                    StandInStyle::Mockito => StandIns::Mockito,
                })
                .or(settings.stand_ins),
            release: self.release.or(settings.release),
            jdk: self.jdk.clone(),
            all_tests: self.all_tests,
            update: self.update,
            diff: self.diff,
            check_build: self.check_build,
            header: self.header.clone(),
            allow_raw: self.allow_raw,
            allow: self.allow.iter().copied().map(Reach::from).collect(),
            suffix: settings.suffix.clone(),
            width: settings.width,
            max_lines: self.max_lines.or(settings.max_lines),
            parameterized: settings.parameterized.unwrap_or(usual.parameterized),
            sources: self.sources.iter().chain(&settings.sources).cloned().collect(),
            adapters: config.adapters.clone(),
            threads: self.threads.map(usize::from),
            max_time: self.max_time,
            ..usual
        }
    }
}

pub const HELP: &str = "\
Examples:
  reenact generate target/recording --out src/test/java
  reenact generate target/recording --out src/test/java --project .
  reenact generate monday.rec tuesday.rec --out src/test/java
  reenact generate target/recording --out tests --junit 4 \\
    --classpath 'app.jar:lib/*'
  reenact generate target/recording --out tests --method 'com.acme.Order#add*'
  reenact generate target/recording --out tests --objects com.acme.Customer
  reenact generate target/recording --out tests --objects 350
  reenact generate target/recording --out tests --format json \\
    | jq .not_delivered
  reenact generate target/recording --out tests --allow reads,network
";
