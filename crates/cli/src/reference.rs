//! The reference of the command line, `docs/cli.md`, generated from the arguments.

use clap::builder::StyledStr;
use clap::{Arg, CommandFactory};

use crate::arguments::Arguments;

/// The reference as Markdown.
fn reference() -> String {
    let mut command = Arguments::command();
    command.build();
    let mut out = String::from(
        "# Command line\n\nGenerated from the program: `REENACT_BLESS=1 cargo test -p reenact-cli reference` writes it.\n\n\
         `reenact [OPTIONS] VERB …`\n\nOptions of all verbs:\n\n",
    );
    out.push_str(&options(command.get_arguments().filter(|argument| !is_builtin(argument))));
    let is_own = |verb: &&clap::Command| verb.get_name() != "help";
    let with_actions = |verb| std::iter::once((verb, "", "##")).chain(actions(verb));
    for (verb, above, mark) in command.get_subcommands().filter(is_own).flat_map(with_actions) {
        let name = format!("{above}{}", verb.get_name());
        out.push_str(&format!("\n{mark} reenact {name}\n\n{}.\n", text(verb.get_about())));
        let help = verb.get_before_long_help().or(verb.get_after_help());
        if let Some(help) = help {
            out.push_str(&format!("\n```text\n{}\n```\n", help.to_string().trim_end()));
        }
        let own = |argument: &&Arg| !is_builtin(argument) && !argument.is_global_set();
        let rows = options(verb.get_arguments().filter(own));
        if !rows.is_empty() {
            out.push_str(&format!("\n{rows}"));
        }
    }
    out
}

/// The actions of a verb, with what stands before their names and before their titles.
fn actions(verb: &clap::Command) -> impl Iterator<Item = (&clap::Command, &'static str, &'static str)> {
    let above = if verb.get_name() == "order" { "order " } else { "" };
    verb.get_subcommands()
        .filter(|action| action.get_name() != "help")
        .map(move |action| (action, above, "###"))
}

fn is_builtin(argument: &Arg) -> bool {
    ["help", "version"].contains(&argument.get_id().as_str())
}

fn options<'a>(arguments: impl Iterator<Item = &'a Arg>) -> String {
    let rows: String = arguments.map(row).collect();
    if rows.is_empty() { rows } else { format!("| argument | meaning |\n|---|---|\n{rows}") }
}

fn row(argument: &Arg) -> String {
    let values = argument.get_value_names().unwrap_or_default();
    let takes_value = argument.get_action().takes_values()
        && argument.get_num_args().is_none_or(|range| range.max_values() > 0);
    let value = match (values, takes_value) {
        ([name, ..], true) => name.to_string(),
        _ => String::new(),
    };
    let name = match (argument.get_short(), argument.get_long()) {
        (Some(short), Some(long)) => format!("-{short}, --{long} {value}"),
        (None, Some(long)) => format!("--{long} {value}"),
        _ => value,
    };
    let mut meaning = text(argument.get_help()).replace('|', "\\|");
    let possible: Vec<String> =
        argument.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect();
    if !possible.is_empty() && takes_value {
        meaning += &format!(": {}", possible.join(", "));
    }
    let defaults: Vec<String> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if !defaults.is_empty() && takes_value {
        meaning += &format!(" [default: {}]", defaults.join(", "));
    }
    format!("| `{}` | {meaning} |\n", name.trim_end())
}

fn text(help: Option<&StyledStr>) -> String {
    help.map(ToString::to_string).unwrap_or_default().replace('\n', " ")
}

#[test]
fn the_reference_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");
    if std::env::var_os("REENACT_BLESS").is_some() {
        std::fs::write(path, reference()).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == reference(),
        "docs/cli.md is out of date. Run: REENACT_BLESS=1 cargo test -p reenact-cli reference"
    );
}
