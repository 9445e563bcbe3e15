//! Where reports go: standard output, in the width and colours of the terminal, and the stored runs.

use std::env;
use std::ffi::OsString;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::ColorChoice;
use reenact_report::{Context, Report, Style};
use reenact_verbs::Progress;
use reenact_verbs::config::Config;
use reenact_verbs::runs::{self, Runs};

use crate::arguments::output::Output;
use crate::arguments::{Arguments, Color};
use crate::progress::Shown;

/// Prints reports and stores them.
pub struct Printer {
    style: Style,
    /// The directory of the project's settings, or else the working directory.
    project: PathBuf,
    runs: Runs,
}

impl Printer {
    pub fn new(arguments: &Arguments, config: &Config) -> Printer {
        let project =
            config.file.as_deref().and_then(Path::parent).filter(|path| !path.as_os_str().is_empty());
        let project = project.unwrap_or(Path::new(".")).to_owned();
        let kept = if arguments.no_store { 0 } else { config.runs.keep.unwrap_or(runs::KEPT) };
        let style = Style { width: width(), color: has_color(arguments.color, stdout().is_terminal()) };
        Printer { style, runs: Runs::of(&project, kept), project }
    }

    /// The style of reports on standard error.
    pub fn message_style(&self) -> Style {
        Style { color: false, ..self.style }
    }

    /// Prints a report in the format that was asked for, and stores it.
    pub fn print(&self, verb: &str, report: &impl Report, output: &Output, progress: &Shown) -> Result<()> {
        let name = |path: PathBuf| Some(path.file_name()?.to_str()?.to_owned());
        let context = Context {
            style: self.style,
            project: output.project_name.clone().or_else(|| name(self.project.canonicalize().ok()?)),
            date: output.date.clone().or_else(|| Some(runs::date(runs::now()))),
        };
        let text = report.render(output.format.into(), &context);
        // First, since the reader of the output may leave before its end.
        self.store(verb, report, progress);
        progress.finish();
        crate::print(&text)?;
        Ok(())
    }

    /// Stores a report. A failure is reported and changes nothing else.
    pub fn store(&self, verb: &str, report: &impl Report, progress: &Shown) {
        match self.runs.store(verb, runs::now(), report) {
            Ok(Some(path)) => progress.detail(&format!("stored the report in {}", path.display())),
            Ok(None) => {}
            Err(error) => {
                progress.note(&format!("cannot store the report: {error}. Use --no-store to skip this"))
            }
        }
    }
}

/// Writes a line to standard error. Unlike `eprintln` it does not panic if the reader has gone: `reenact … 2>&1 | head`.
pub fn say(line: &str) {
    let _ = writeln!(stderr().lock(), "{line}");
}

/// The columns of the terminal; 100 without one.
fn width() -> usize {
    let is_terminal = stdout().is_terminal() || stderr().is_terminal();
    let size = is_terminal.then(terminal_size::terminal_size).flatten();
    size.map_or(Style::default().width, |(width, _)| usize::from(width.0).max(40))
}

/// Whether a stream gets colours. `NO_COLOR` counts if it is not empty (no-color.org).
fn has_color(choice: Color, is_terminal: bool) -> bool {
    match choice {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => is_terminal && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    }
}

/// The value of `--color` among arguments that are not parsed yet.
pub fn color_argument(arguments: impl Iterator<Item = OsString>) -> ColorChoice {
    let arguments: Vec<String> = arguments
        .map(|argument| argument.to_string_lossy().into_owned())
        .take_while(|argument| argument != "--")
        .collect();
    let separate = arguments.windows(2).filter(|pair| pair[0] == "--color").map(|pair| &*pair[1]);
    let joined = arguments.iter().filter_map(|argument| argument.strip_prefix("--color="));
    match separate.chain(joined).last() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

/// `error:`, in the colours that clap has for its own errors.
pub fn error_label(choice: ColorChoice) -> &'static str {
    let choice = match choice {
        ColorChoice::Always => Color::Always,
        ColorChoice::Never => Color::Never,
        ColorChoice::Auto => Color::Auto,
    };
    if has_color(choice, stderr().is_terminal()) { "\u{1b}[1;31merror:\u{1b}[0m" } else { "error:" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colour_is_found_before_arguments_are_parsed() {
        let choice = |line: &str| color_argument(line.split(' ').map(OsString::from));
        assert_eq!(choice("reenact doctor"), ColorChoice::Auto);
        assert_eq!(choice("reenact --color never doctor"), ColorChoice::Never);
        assert_eq!(choice("reenact doctor --color=always"), ColorChoice::Always);
        assert_eq!(choice("reenact record -- x --color always"), ColorChoice::Auto);
    }

    #[test]
    fn explicit_choices_beat_the_terminal() {
        assert!(has_color(Color::Always, false) && !has_color(Color::Never, true));
        assert!(!has_color(Color::Auto, false));
    }
}
