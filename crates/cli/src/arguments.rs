//! The command line. Help texts are here and nowhere else.

pub mod analyze;
pub mod explore;
pub mod generate;
pub mod inspect;
pub mod order;
pub mod output;
pub mod record;
pub mod serial;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use output::Output;

/// Record what a JVM program does, and generate tests from it.
#[derive(Parser)]
#[command(
    name = "reenact",
    version,
    propagate_version = true,
    max_term_width = 100,
    after_help = "Run `reenact VERB --help` for examples.\nExit codes: 0 success, 1 findings or failing tests, \
                  2 usage or environment, 130 interrupted."
)]
pub struct Arguments {
    /// Suppress progress and notes
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Write details of each step to standard error
    #[arg(long, short, global = true)]
    pub verbose: bool,

    /// Use colours; `auto` means on a terminal unless NO_COLOR is set
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub color: Color,

    /// Read this settings file [default: the nearest reenact.toml, here or above]
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Do not store the report for later commands
    #[arg(long, global = true)]
    pub no_store: bool,

    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Subcommand)]
pub enum Verb {
    /// Show all verbs on a bundled example program
    #[command(after_help = DEMO)]
    Demo {
        /// Write the generated tests to this directory
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },

    /// Check the machine and the project for what Reenact needs
    #[command(before_long_help = DOCTOR)]
    Doctor {
        /// Check the project in this directory
        #[arg(default_value = ".", value_name = "PROJECT")]
        directory: PathBuf,

        #[command(flatten)]
        output: Output,
    },

    /// Show the class model of a program, a class or a method
    #[command(before_long_help = CLASSES)]
    Classes {
        /// Read these class directories, jars, WARs or Spring Boot jars
        #[arg(required = true, value_name = "TARGET")]
        targets: Vec<PathBuf>,

        /// Add these libraries of the targets, as in `java -cp`
        #[arg(long = "classpath", visible_alias = "class-path", value_name = "PATHS")]
        class_path: Option<String>,

        /// Use the JDK in this directory [default: JAVA_HOME or the newest]
        #[arg(long, value_name = "HOME")]
        jdk: Option<PathBuf>,

        /// Show only this class, or this method with its callers and callees
        #[arg(long, value_name = "CLASS[#METHOD]")]
        show: Option<String>,

        #[command(flatten)]
        output: Output,
    },

    /// Find the methods that depend on more than their arguments, and show why
    #[command(before_long_help = analyze::HELP)]
    Analyze(Box<analyze::Analyze>),

    /// Run a program, or attach to one, and record calls of its methods
    #[command(before_long_help = record::HELP)]
    Record(Box<record::Record>),

    /// Show the content of a recording
    #[command(before_long_help = inspect::HELP)]
    Inspect(inspect::Inspect),

    /// Generate plain Java tests from a recording, and verify them
    #[command(before_long_help = generate::HELP)]
    Generate(Box<generate::Generate>),

    /// Find inputs that run code of a method which no test runs, and invent the classes they need
    #[command(before_long_help = explore::HELP)]
    Explore(Box<explore::Explore>),

    /// Find tests that depend on the order in which they are run
    #[command(before_long_help = order::HELP, subcommand_value_name = "ACTION", subcommand_help_heading = "Actions")]
    Order(Box<order::Order>),

    /// Show, check and convert the serial forms of classes
    #[command(before_long_help = serial::HELP, subcommand_value_name = "ACTION", subcommand_help_heading = "Actions")]
    Serial(Box<serial::Serial>),

    /// Print a completion script for a shell
    #[command(before_long_help = COMPLETIONS)]
    Completions {
        /// Print the script for this shell
        #[arg(value_enum)]
        shell: Shell,
    },

    /// Write manual pages
    Man {
        /// Write the pages to this directory
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

const DEMO: &str = "Builds the bundled program in a temporary directory with the JDK found here, runs its \
                    workload, shows its classes, records it, and generates verified tests from the \
                    recording. Only these tests are kept, and only with --out.";

// Lines of examples have at most 78 columns, so that help does not break a command at 80 columns. A test checks it.

const DOCTOR: &str = "\
Examples:
  reenact doctor                  this machine, and the project here
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

const COMPLETIONS: &str = "\
Examples:
  reenact completions bash > ~/.local/share/bash-completion/completions/reenact
  reenact completions zsh > ~/.zfunc/_reenact
  reenact completions fish > ~/.config/fish/completions/reenact.fish
";

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// A command that is broken over lines by help cannot be copied.
    #[test]
    fn examples_are_not_broken_at_80_columns() {
        let mut command = Arguments::command().term_width(80);
        command.build();
        let texts = [
            analyze::HELP,
            record::HELP,
            inspect::HELP,
            generate::HELP,
            explore::HELP,
            order::HELP,
            serial::HELP,
            DOCTOR,
            CLASSES,
            COMPLETIONS,
        ];
        let verbs = [
            "analyze",
            "record",
            "inspect",
            "generate",
            "explore",
            "order",
            "serial",
            "doctor",
            "classes",
            "completions",
        ];
        for (verb, text) in verbs.into_iter().zip(texts) {
            let help = command.find_subcommand_mut(verb).unwrap().render_long_help().to_string();
            for line in text.lines() {
                assert!(help.lines().any(|shown| shown == line), "{verb}: {line}\n{help}");
            }
        }
    }

    #[test]
    fn help_texts_start_with_an_imperative_verb() {
        const VERBS: &[&str] = &[
            "Accept",
            "Add",
            "Allow",
            "Attach",
            "Begin",
            "Calls",
            "Check",
            "Compare",
            "Compile",
            "Count",
            "Do",
            "End",
            "Exclude",
            "Explain",
            "Explore",
            "Find",
            "Follow",
            "Format",
            "Generate",
            "Include",
            "Instrument",
            "Keep",
            "Leave",
            "Limit",
            "List",
            "Load",
            "Mask",
            "Overwrite",
            "Print",
            "Read",
            "Record",
            "Remove",
            "Replace",
            "Resolve",
            "Repair",
            "Run",
            "Set",
            "Show",
            "Skip",
            "Stop",
            "Store",
            "Suggest",
            "Suppress",
            "Take",
            "Trace",
            "Use",
            "Wait",
            "Write",
        ];
        let mut command = Arguments::command();
        command.build();
        let verbs =
            command.get_subcommands().flat_map(|verb| std::iter::once(verb).chain(verb.get_subcommands()));
        for verb in verbs.filter(|verb| verb.get_name() != "help") {
            for argument in verb
                .get_arguments()
                .filter(|argument| !["help", "version"].contains(&argument.get_id().as_str()))
            {
                // The agent's own options come from its table of keys.
                if verb.get_name() == "record" && argument.get_help_heading().is_some() {
                    continue;
                }
                let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                let first = help.split([' ', ',']).next().unwrap_or_default();
                assert!(VERBS.contains(&first), "{} {}: {help}", verb.get_name(), argument.get_id());
            }
        }
    }
}
