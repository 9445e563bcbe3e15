//! Arguments of `reenact order`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use reenact_verbs::order::explain::Asked;
use reenact_verbs::order::fix::FixOptions;
use reenact_verbs::order::{Options, Search};

use super::output::Output;

#[derive(Args)]
pub struct Order {
    #[command(subcommand)]
    pub action: Action,
}

#[derive(Subcommand)]
pub enum Action {
    /// Run the tests in many orders, and report those that pass in some and fail in others
    Detect(Detect),

    /// Find the tests and the state that order-dependent tests depend on
    Explain(Explain),

    /// Repair order-dependent tests: print a patch of the test sources, or write it
    Fix(Fix),

    /// Run tests in exactly one order, in a fresh JVM
    Run(Run),
}

/// The suite: options of all actions.
#[derive(Args)]
pub struct Suite {
    /// Run the tests of the Maven or Gradle project in this directory
    #[arg(default_value = ".", value_name = "PROJECT")]
    project: PathBuf,

    /// Run the tests of this module of the project: its name or its directory
    #[arg(long, value_name = "NAME")]
    module: Option<String>,

    /// Use this class path instead of a project's, as in `java -cp`; it needs --tests
    #[arg(long = "classpath", visible_alias = "class-path", value_name = "PATHS", requires = "tests")]
    class_path: Option<String>,

    /// Find tests in these directories or jars of classes
    #[arg(long, value_name = "PLACE", requires = "class_path")]
    tests: Vec<PathBuf>,

    /// Run only test classes of this name or pattern [default: those that the build runs]
    #[arg(long, value_name = "PATTERN")]
    include: Vec<String>,

    /// Use the JDK in this directory [default: JAVA_HOME or the newest]
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,

    /// Add an option of the JVM that runs the tests, behind those of the build
    #[arg(long = "jvm-option", value_name = "OPTION", allow_hyphen_values = true)]
    jvm_options: Vec<String>,

    /// Do not let build tools use the network
    #[arg(long)]
    offline: bool,

    /// Use the classes as they are, without compiling the project
    #[arg(long)]
    no_compile: bool,

    /// End a test after this many seconds; it counts as failed
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    test_limit: u64,
}

impl Suite {
    /// Returns the test that stands where a project may: with a class path, or in the directory of the project, none is named.
    pub fn test_in_place_of_project(&self) -> Option<String> {
        self.project.to_str().filter(|text| text.contains('#')).map(str::to_owned)
    }

    pub fn options(&self) -> Options {
        Options {
            class_path: self.class_path.clone(),
            tests: self.tests.clone(),
            module: self.module.clone(),
            include: self.include.clone(),
            jdk: self.jdk.clone(),
            jvm_options: self.jvm_options.clone(),
            offline: self.offline,
            compile: !self.no_compile,
            test_limit: Duration::from_secs(self.test_limit),
            ..Options::new(self.project.clone())
        }
    }
}

#[derive(Args)]
pub struct Detect {
    #[command(flatten)]
    suite: Suite,

    /// Run this many random orders [default: 20, fewer for large suites]
    #[arg(long, value_name = "N")]
    random: Option<usize>,

    /// Begin with this seed of random orders; the same seed gives the same orders
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// Run every class and every test of a class right behind every other one [default]
    #[arg(long, overrides_with = "no_systematic")]
    systematic: bool,

    /// Do not run systematic orders
    #[arg(long, overrides_with = "systematic")]
    no_systematic: bool,

    /// Compare the state before and behind each test, and try tests that share state first [default]
    #[arg(long, overrides_with = "no_state")]
    state: bool,

    /// Do not compare the state that tests leave behind
    #[arg(long, overrides_with = "state")]
    no_state: bool,

    /// Run orders that show something this many times again, each in a fresh JVM
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    confirm: u16,

    /// Limit the runs of tests in all orders together
    #[arg(long, value_name = "N", default_value_t = 250_000)]
    max_runs: usize,

    /// Stop after this many seconds; the last third is for confirming what was found
    #[arg(long, value_name = "SECONDS")]
    max_time: Option<u64>,

    /// Write the orders that were run to this file, with the outcomes of their tests
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    #[command(flatten)]
    pub output: Output,
}

impl Detect {
    pub fn options(&self) -> Options {
        let search = Search {
            random: self.random,
            seed: self.seed,
            systematic: !self.no_systematic,
            state: !self.no_state,
            confirmations: usize::from(self.confirm),
            max_runs: self.max_runs,
            max_time: self.max_time.map(Duration::from_secs),
        };
        Options { search, ..self.suite.options() }
    }
}

#[derive(Args)]
pub struct Explain {
    #[command(flatten)]
    suite: Suite,

    /// Explain these tests, such as com.acme.BTest#two [default: all order-dependent tests, which are searched for]
    #[arg(value_name = "TEST")]
    names: Vec<String>,

    /// Explain the tests in this JSON of `reenact order detect`, without searching again
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Take these tests, in this order, for those that change the outcome [default: they are searched for]
    #[arg(long, value_name = "TEST")]
    behind: Vec<String>,

    #[command(flatten)]
    pub output: Output,
}

impl Explain {
    pub fn options(&self) -> Options {
        let options = self.suite.options();
        match self.suite.test_in_place_of_project() {
            Some(_) => Options { project: PathBuf::from("."), ..options },
            None => options,
        }
    }

    pub fn asked(&self) -> Asked {
        let first = self.suite.test_in_place_of_project();
        let tests = first.into_iter().chain(self.names.iter().cloned()).collect();
        Asked { tests, from: self.from.clone(), behind: self.behind.clone() }
    }
}

#[derive(Args)]
pub struct Fix {
    #[command(flatten)]
    suite: Suite,

    /// Repair these tests, as pkg.Class#method [default: all that a search finds]
    #[arg(value_name = "TEST")]
    only: Vec<String>,

    /// Repair the tests in this JSON of `reenact order explain` or `detect`, without searching for causes and state again
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Find the sources of tests in this directory, with --classpath
    #[arg(long, value_name = "DIRECTORY")]
    sources: Vec<PathBuf>,

    /// Write the changes to the sources; without it they stay as they are
    #[arg(long)]
    write: bool,

    /// Limit the candidates that are tried for a test
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    candidates: Option<u32>,

    /// Run the suite with the changes in this many random orders, and repair the tests that fail there [default: 20, none for suites
    /// that take longer than 10 seconds]
    #[arg(long, value_name = "N")]
    orders: Option<usize>,

    /// Run this many random orders to find tests [default: 20]
    #[arg(long, value_name = "N")]
    random: Option<usize>,

    /// Begin with this seed of random orders; the same seed gives the same orders
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    pub output: Output,
}

impl Fix {
    pub fn options(&self) -> Options {
        let search = Search { random: self.random, seed: self.seed, ..Search::default() };
        Options { search, ..self.suite.options() }
    }

    pub fn fix(&self) -> FixOptions {
        FixOptions {
            tests: self.only.clone(),
            from: self.from.clone(),
            sources: self.sources.clone(),
            write: self.write,
            candidates: self.candidates.map(|count| count as usize),
            orders: self.orders,
        }
    }
}

#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    pub suite: Suite,

    /// Run these tests in this order: names with commas between them, or a file with a name in each line
    #[arg(long, value_name = "TESTS|FILE")]
    pub order: String,

    #[command(flatten)]
    pub output: Output,
}

pub const HELP: &str = "\
Examples:
  reenact order detect .                        the Maven or Gradle project here
  reenact order detect . --module core --max-time 600
  reenact order detect --classpath 'app.jar:lib/*' --tests test-classes
  reenact order detect . --format json > order.json
  reenact order explain . com.acme.BTest#two
  reenact order fix . com.acme.ATest#one           a patch for one test
  reenact order fix . --write                     repair all in the sources
  reenact order run . --order com.acme.ATest#one,com.acme.BTest#two
";
