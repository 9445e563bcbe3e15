//! Arguments of `reenact record`.
//!
//! The agent's own options come from its table of keys, with their meanings and defaults: nothing of it
//! is written twice.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use reenact_verbs::record::Options;
use reenact_wire::AgentOptions;
use reenact_wire::options::{KEYS, Key, OptionsError};

#[derive(Args)]
pub struct Record {
    #[command(flatten)]
    agent: AgentFlags,

    /// Write the recording to this directory; %p stands for the process id, one directory for each JVM
    #[arg(long, short, value_name = "DIR", default_value = default_out())]
    out: PathBuf,

    /// Overwrite a recording in the directory: its segments, and nothing else
    #[arg(long)]
    force: bool,

    /// Attach to a running JVM and record until Ctrl-C or its end
    #[arg(long, value_name = "PID", conflicts_with_all = ["command", "print", "detach"])]
    pub attach: Option<u32>,

    /// Stop recording after this time, such as 90s, 5m or 1h; needs --attach
    #[arg(long = "for", value_name = "TIME", requires = "attach", conflicts_with = "command")]
    #[arg(value_parser = duration)]
    pub time: Option<Duration>,

    /// Stop the recording in a JVM
    #[arg(long, value_name = "PID", conflicts_with_all = ["command", "print"])]
    pub detach: Option<u32>,

    /// Print the argument that loads the agent, for a JVM that is started elsewhere
    #[arg(long, conflicts_with = "command")]
    pub print: bool,

    /// Print the probe plan of the command as text, without running it
    #[arg(long, requires = "command", conflicts_with_all = ["attach", "detach", "print"])]
    pub print_plan: bool,

    /// End captures at fields that the recorded method cannot reach; needs a command `java …`
    #[arg(long)]
    frontiers: bool,

    /// Write what was recorded as JSON; see docs/formats/record.md
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,

    /// Run this command: `java …`, or anything that starts JVMs
    #[arg(trailing_var_arg = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

impl Record {
    pub fn options(&self) -> Options {
        let mut agent = self.agent.0.clone();
        // Both would be names of classes without a package.
        let is_word =
            |word: &str| matches!(agent.history.as_slice(), [pattern] if pattern.to_string() == word);
        let history_auto = is_word("auto");
        if history_auto || is_word("none") {
            agent.history.clear();
        }
        Options {
            agent,
            out: self.out.clone(),
            force: self.force,
            history_auto,
            frontiers: self.frontiers,
            is_memory_given: self.agent.1.contains(&"memory"),
            is_blocks_given: self.agent.1.contains(&"blocks"),
        }
    }
}

/// The agent's options, as flags, and the names of those that were given.
struct AgentFlags(AgentOptions, Vec<&'static str>);

/// Keys that are not flags, or are flags of another form: what the verb does decides on the mode, `--out` is a
/// path, and nothing is encrypted yet.
const NO_FLAGS: [&str; 4] = ["mode", "out", "unsupported", "encrypt"];

/// Flags in `-h`; `--help` has all.
const SHORT: [&str; 4] = ["include", "exclude", "methods", "all"];

fn flags() -> impl Iterator<Item = &'static Key> {
    KEYS.iter().filter(|key| !NO_FLAGS.contains(&key.name))
}

fn heading(key: &Key) -> &'static str {
    match key.name {
        "plan" | "include" | "exclude" | "methods" | "all" => "What to record",
        "visibility" | "static" | "deprecated" | "local-classes" | "test-classes" | "min-statements" => {
            "Which methods of included classes"
        }
        name if name.starts_with("redact") => "Secrets",
        "log" => "Messages",
        _ => "How much",
    }
}

fn argument(key: &'static Key) -> Arg {
    let default = match key.default {
        "" => String::new(),
        default => format!(" [default: {default}]"),
    };
    let argument = Arg::new(key.name)
        .long(if key.name == "methods" { "method" } else { key.name })
        .help(format!("{}{}{default}", key.meaning, more(key)))
        .help_heading(heading(key))
        .hide_short_help(!SHORT.contains(&key.name))
        .value_parser(move |value: &str| checked(key, value));
    if key.is_switch() {
        // With `=`, since the command may follow: `--all java …`.
        argument.value_name(key.value).num_args(0..=1).require_equals(true).default_missing_value("true")
    } else if key.is_list() {
        argument.value_name(key.value.trim_end_matches('S')).action(ArgAction::Append)
    } else {
        argument.value_name(key.value)
    }
}

/// Values of a flag that the agent's option does not have.
fn more(key: &Key) -> &'static str {
    match key.name {
        "history" => {
            "; auto: the classes of a `java` command whose constructors and methods do not explain their fields"
        }
        "memory" => "; 256m for a program that is started",
        "blocks" => "; true for a program that is started",
        _ => "",
    }
}

/// A value that the agent will take.
fn checked(key: &Key, value: &str) -> Result<String, String> {
    match AgentOptions::default().set(key.name, value) {
        Ok(()) => Ok(value.to_owned()),
        Err(OptionsError::Invalid { advice, .. }) => Err(advice),
        Err(error) => Err(error.to_string()),
    }
}

impl Args for AgentFlags {
    fn augment_args(command: Command) -> Command {
        flags().fold(command, |command, key| command.arg(argument(key)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        AgentFlags::augment_args(command)
    }
}

impl FromArgMatches for AgentFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = AgentFlags(AgentOptions::default(), Vec::new());
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for key in flags() {
            let Some(values) = matches.get_many::<String>(key.name) else { continue };
            let value = values.map(String::as_str).collect::<Vec<_>>().join(":");
            let failed = |error| clap::Error::raw(clap::error::ErrorKind::ValueValidation, error);
            self.0.set(key.name, &value).map_err(failed)?;
            self.1.push(key.name);
        }
        Ok(())
    }
}

fn default_out() -> &'static str {
    Key::named("out").map_or("", |key| key.default)
}

/// `90s`, `5m`, `1h`, `500ms`, or seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let advice = || "write a time such as 90s, 5m or 1h".to_owned();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().map_err(|_| advice())?;
    let seconds = match unit {
        "ms" => return Ok(Duration::from_millis(number)),
        "" | "s" => 1,
        "m" | "min" => 60,
        "h" => 60 * 60,
        _ => return Err(advice()),
    };
    number.checked_mul(seconds).map(Duration::from_secs).ok_or_else(advice)
}

pub const HELP: &str = "\
Examples:
  reenact record --include 'com.acme.**' --out target/rec -- java -jar app.jar
  reenact record --include 'com.acme.**' --out target/recordings -- mvn test
  reenact record --method com.acme.Shop#order --out target/rec \\
    -- java -cp app.jar com.acme.Main
  reenact record --include 'com.acme.**' --all --sample-first 1000 -- ./start.sh
  reenact record --include 'com.acme.**' --out /tmp/rec --attach 4711 --for 60s
  reenact record --include 'com.acme.**' --out /tmp/rec --print

The command runs as if it were alone: it has the terminal, receives Ctrl-C, and
its exit code is that of `reenact record` (128 plus the number of the signal if
a signal ended it), or 1 if it succeeded and no call was recorded. A second
Ctrl-C kills it. Messages go to standard error.

`java` gets the agent as an argument and records into --out. Other commands get
it in JAVA_TOOL_OPTIONS, which each JVM mentions on standard error; each JVM
records into a directory named after its process.
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::{Arguments, Verb};
    use clap::{CommandFactory, Parser};

    fn parse(line: &str) -> Result<Record, String> {
        let words = ["reenact", "record"].into_iter().chain(line.split_whitespace());
        match Arguments::try_parse_from(words).map_err(|error| error.to_string())?.verb {
            Verb::Record(record) => Ok(*record),
            _ => panic!("another verb"),
        }
    }

    fn agent(line: &str) -> String {
        parse(line).unwrap().options().agent.to_string()
    }

    #[test]
    fn clap_finds_no_fault() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn flags_become_the_option_string() {
        assert_eq!(agent("java"), "");
        assert_eq!(
            agent("--include a.** --include b.**:c.* --method A#b --exclude a.x.* java"),
            "include=a.**:b.**:c.*,exclude=a.x.*,methods=A#b"
        );
        assert_eq!(agent("--all --redact=false --disk 1g java -all"), "all=true,disk=1g,redact=false");
        assert_eq!(agent("--redact-names a --redact-names b -- java"), "redact-names=a:b");
        for key in flags().filter(|key| !key.default.is_empty()) {
            assert_eq!(agent(&format!("--{}={} java", key.name, key.default)), "", "{}", key.name);
        }
    }

    #[test]
    fn options_that_are_given_are_kept_in_programs_that_are_started() {
        let is_given = |line: &str| parse(line).unwrap().options().is_memory_given;
        assert!(is_given("--memory 64m java") && !is_given("--disk 1g java"));
        let is_given = |line: &str| parse(line).unwrap().options().is_blocks_given;
        assert!(is_given("--blocks=false java") && !is_given("--disk 1g java"));
    }

    #[test]
    fn traced_classes_are_named_or_found() {
        let histories = |line: &str| {
            let options = parse(line).unwrap().options();
            (options.history_auto, options.agent.to_string())
        };
        assert_eq!(histories("--history auto java"), (true, String::new()));
        assert_eq!(histories("--history none java"), (false, String::new()));
        assert_eq!(histories("java"), (false, String::new()));
        assert_eq!(histories("--history a.** --history b.C java"), (false, "history=a.**:b.C".to_owned()));
    }

    #[test]
    fn the_command_is_all_that_follows() {
        let command = |line: &str| parse(line).unwrap().command.join(" ".as_ref()).into_string().unwrap();
        assert_eq!(command("--include a -- java -jar a.jar --out b -h"), "java -jar a.jar --out b -h");
        assert_eq!(command("--include a java -jar a.jar --out b"), "java -jar a.jar --out b");
        assert_eq!(command("--all java -jar a.jar"), "java -jar a.jar");
        assert_eq!(command("--all mvn -q test -- x"), "mvn -q test -- x");
    }

    #[test]
    fn wrong_values_say_what_to_write() {
        let error = |line: &str| parse(line).err().unwrap();
        assert!(error("--disk 1t java").contains("write a size such as `512k`, `64m` or `2g`"));
        assert!(error("--log wran java").contains("did you mean `warn`?"));
        assert!(error("--method order java").contains("name a method as `pkg.Class#method`"));
        assert!(error("--include com..acme java").contains("write `com.acme.**`"));
        assert!(error("--for 5m").contains("--attach <PID>"));
        assert!(error("--for 5m java").contains("cannot be used with"));
        assert!(error("--attach 7 --for soon").contains("write a time such as 90s, 5m or 1h"));
        assert!(error("--attach 7 java").contains("cannot be used with"));
    }

    #[test]
    fn times_are_written_as_people_do() {
        let seconds = |text: &str| duration(text).map(|time| time.as_secs_f64()).ok();
        assert_eq!(seconds("90"), Some(90.0));
        assert_eq!(seconds("90s"), Some(90.0));
        assert_eq!(seconds("5m"), Some(300.0));
        assert_eq!(seconds("1h"), Some(3600.0));
        assert_eq!(seconds("500ms"), Some(0.5));
        assert_eq!(seconds("s"), None);
        assert_eq!(seconds("99999999999999999999h"), None);
        assert_eq!(seconds("9999999999999999999h"), None);
    }

    #[test]
    fn the_help_has_the_defaults_of_the_agent() {
        let help = Arguments::command().find_subcommand_mut("record").unwrap().render_long_help().to_string();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for key in flags() {
            assert!(help.contains(key.meaning), "{}", key.meaning);
            assert!(
                key.default.is_empty() || help.contains(&format!("[default: {}]", key.default)),
                "{}",
                key.name
            );
        }
        assert!(help.contains("[default: reenact-recording]"));
    }
}
