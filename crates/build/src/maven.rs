//! Running Maven: the project's wrapper if it has one, else `mvn`.

mod artifacts;
mod pom;
mod project;
mod unfiltered;

use std::path::{Path, PathBuf};
use std::time::Duration;

pub use artifacts::{Coordinates, artifacts};
pub(super) use project::resolve;

use super::{BuildError, ToolFailure};
use reenact_host::{Command, Finished};

/// A build may download half of the world the first time.
const LIMIT: Duration = Duration::from_secs(1800);

/// The plugin that prints class paths, in a version whose behaviour is known: a project's own may be of any age.
pub(super) const DEPENDENCY_PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";

/// A Maven to run.
#[derive(Clone, Debug)]
pub(super) struct Maven {
    program: PathBuf,
}

impl Maven {
    /// The one on PATH.
    pub(super) fn on_path() -> Maven {
        Maven { program: "mvn".into() }
    }

    /// A project's own, which brings the version that it is built with.
    pub(super) fn of(wrapper: Option<&Path>) -> Maven {
        match wrapper {
            Some(wrapper) => Maven { program: wrapper.to_path_buf() },
            None => Maven::on_path(),
        }
    }

    /// Runs goals: without the network first, which is quicker and mostly enough, then with it.
    pub(super) fn run(&self, directory: &Path, arguments: &[String]) -> Result<Finished, BuildError> {
        self.run_once(directory, arguments, true).or_else(|_| self.run_once(directory, arguments, false))
    }

    /// Runs goals, with or without the network.
    pub(super) fn run_once(
        &self,
        directory: &Path,
        arguments: &[String],
        is_offline: bool,
    ) -> Result<Finished, BuildError> {
        // A wrapper may have lost its permission to be run on its way through some archive.
        let command = match self.program.is_absolute() {
            true => Command::new("sh").arg(&self.program),
            false => Command::new(&self.program),
        };
        let command = command
            .args(["-B", "-ntp", "-Dstyle.color=never"])
            .args(is_offline.then_some("-o"))
            .args(arguments)
            .current_dir(directory);
        let line = command.to_string();
        let finished = command.run(LIMIT).map_err(|source| BuildError::NotRun {
            tool: "Maven",
            next: "install Maven (Debian, Ubuntu: apt-get install maven), or add its wrapper `mvnw` to the project",
            source,
        })?;
        if finished.status.success() {
            return Ok(finished);
        }
        let output = finished.stdout.text() + &finished.stderr.text();
        Err(BuildError::Failed(Box::new(ToolFailure {
            tool: "Maven",
            command: line,
            directory: directory.to_path_buf(),
            reason: reason(&output),
            is_of_the_build: output.contains("[ERROR]"),
        })))
    }
}

/// The lines that say what is wrong, without the advice that follows them every time.
fn reason(output: &str) -> String {
    const SHOWN: usize = 8;
    let advice =
        ["-> [Help", "To see the full stack trace", "Re-run Maven", "For more information", "[Help 1]"];
    // Some builds of Maven print escape sequences before a line, whatever their colour options are.
    let errors = output.lines().filter_map(|line| Some(line.split_once("[ERROR]")?.1.trim()));
    let messages: Vec<&str> = errors
        .map(|line| line.split("-> [Help").next().unwrap_or(line).trim())
        .filter(|line| !line.is_empty() && !advice.iter().any(|advice| line.starts_with(advice)))
        .take(SHOWN)
        .collect();
    let is_word = |line: &&str| line.chars().any(char::is_alphabetic) && !line.starts_with('\u{1b}');
    match messages.is_empty() {
        true => output.lines().rev().find(is_word).unwrap_or("it said nothing").to_owned(),
        false => messages.join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_reported_without_the_advice() {
        let output = "[INFO] Scanning\n\u{1b}[0m[ERROR] Failed to execute goal: no such thing -> [Help 1]\n[ERROR] \n\
                      [ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.\n\
                      [ERROR] [Help 1] http://x\n";
        assert_eq!(reason(output), "Failed to execute goal: no such thing");
        assert_eq!(reason("mvnw: cannot find curl\n\u{1b}[0m\n"), "mvnw: cannot find curl");
        assert_eq!(reason(""), "it said nothing");
    }
}
