//! What can be typed. Help texts live here and nowhere else.

pub mod analyze;
pub mod generate;
pub mod inspect;
pub mod record;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// Records what a JVM program really did and re-enacts it.
#[derive(Parser)]
#[command(
    name = "reenact",
    version,
    propagate_version = true,
    after_help = "`reenact VERB --help` has examples. Exit codes: 0 good, 1 findings or failing tests, \
                  2 usage or environment, 130 interrupted."
)]
pub struct Arguments {
    /// Say nothing but what was asked for
    #[arg(long, short, global = true)]
    pub quiet: bool,

    /// Settings of the project [default: the nearest reenact.toml, here or above]
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,

    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Subcommand)]
pub enum Verb {
    /// Show everything on the bundled shop
    #[command(after_help = DEMO)]
    Demo {
        /// Keep the tests that are made of the shop's recording in this directory
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },

    /// Tell what is on this machine and in this project, and what is missing
    #[command(before_long_help = DOCTOR)]
    Doctor {
        /// The project
        #[arg(default_value = ".", value_name = "PROJECT")]
        directory: PathBuf,

        /// For people or for programs
        #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
        format: OutputFormat,
    },

    /// Tell what the class model knows of a program, a class or a method
    #[command(before_long_help = CLASSES)]
    Classes {
        /// Class directories, jars, WARs or Spring Boot jars
        #[arg(required = true, value_name = "TARGET")]
        targets: Vec<PathBuf>,

        /// What the targets need besides, as `java -cp` takes it
        #[arg(long = "classpath", visible_alias = "class-path", value_name = "PATHS")]
        class_path: Option<String>,

        /// Directory of the JDK whose classes stand beside them [default: JAVA_HOME or the newest]
        #[arg(long, value_name = "HOME")]
        jdk: Option<PathBuf>,

        /// Only this class, or this method with its callers and callees
        #[arg(long, value_name = "CLASS[#METHOD]")]
        show: Option<String>,

        /// For people or for programs
        #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
        format: OutputFormat,
    },

    /// Find the methods that depend on more than what they are given, and tell why
    #[command(before_long_help = analyze::HELP)]
    Analyze(Box<analyze::Analyze>),

    /// Run a program, or attach to one, and record what its methods do
    #[command(before_long_help = record::HELP)]
    Record(Box<record::Record>),

    /// Tell what a recording holds
    #[command(before_long_help = inspect::HELP)]
    Inspect(inspect::Inspect),

    /// Write plain Java tests from a recording, and verify them
    #[command(before_long_help = generate::HELP)]
    Generate(Box<generate::Generate>),
}

#[derive(Clone, Copy, ValueEnum)]
pub enum OutputFormat {
    Text,
    Json,
}

const DEMO: &str = "Builds the bundled subject in a temporary directory with the JDK found here, runs its \
                    workload, shows what Reenact knows of it, records it, and makes verified tests of the \
                    recording. Nothing is left behind but those, if --out says where.";

const DOCTOR: &str = "\
Examples:
  reenact doctor                  this machine, and the project in this directory
  reenact doctor ../service       a project elsewhere
  reenact doctor --format json    for programs; see docs/formats/doctor.md
";

const CLASSES: &str = "\
Examples:
  reenact classes target/classes
  reenact classes app.jar --classpath 'lib/*'
  reenact classes app.jar --show com.acme.Order
  reenact classes app.jar --show com.acme.Order#total
  reenact classes app.jar --format json | jq .own.methods
";
