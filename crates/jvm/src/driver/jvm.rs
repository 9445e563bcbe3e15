//! One JVM with a driver in it.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reenact_wire::driver::{Command, Event, Outcome, VERSION};

use super::channel::{Channel, ChannelError, Pipes, Received};
use super::{DriverError, DriverOptions};
use crate::moved;
use reenact_host::{Confinement, Running};

/// How long a JVM that was asked to end, or has said its last word, may take to be gone.
const GRACE: Duration = Duration::from_secs(10);

/// Where a JVM that crashes writes about it, in its home.
pub(super) const CRASH_FILE: &str = "hs_err.log";

/// The signal of a JVM that has found an error in itself.
const SIGABRT: i32 = 6;

/// The bytes of a JVM's own output that are reported.
const LAST_WORDS: usize = 4000;

/// A JVM that answers.
#[derive(Debug)]
pub(super) struct Jvm {
    running: Running,
    channel: Channel,
    started: Instant,
    home: PathBuf,
    /// How many runs it has begun.
    pub(super) runs: u32,
    /// `java.version`.
    pub(super) java_version: String,
    pub(super) has_compiler: bool,
}

/// How a JVM has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// By an exit code or a signal.
    pub(super) outcome: Outcome,
    /// The output of the JVM itself or of native code.
    pub(super) words: String,
}

impl Jvm {
    pub(super) fn process_id(&self) -> u32 {
        self.running.id()
    }

    /// The limits that the kernel enforces for it.
    pub(super) fn confinement(&self) -> &Confinement {
        self.running.confinement()
    }

    /// Starts one. Its class path begins with `start`; `home` is a directory that does not exist yet, for it alone.
    pub(super) fn start(
        options: &DriverOptions,
        start: &[PathBuf],
        archive: Option<&Path>,
        home: PathBuf,
    ) -> Result<Jvm, DriverError> {
        let unusable = |source| DriverError::Scratch { path: home.clone(), source };
        fs::create_dir_all(&home).map_err(unusable)?;
        let pipes = Pipes::make(&home).map_err(unusable)?;
        let command =
            options.command(start, archive, &home, [&pipes.commands, &pipes.events]).map_err(unusable)?;
        let line = command.to_string();
        let started = Instant::now();
        let running = command.spawn()?;
        let channel = pipes.connect(running.id()).map_err(ChannelError::Io)?;
        let mut jvm = Jvm {
            running,
            channel,
            started,
            home,
            runs: 0,
            java_version: String::new(),
            has_compiler: false,
        };
        match jvm.channel.receive(Some(started + options.start_limit))? {
            Received::Event(Event::Hello { protocol: VERSION, java_version, has_compiler, clock_millis }) => {
                jvm.java_version = java_version;
                jvm.has_compiler = has_compiler;
                if let Some(reason) = moved::not_moved(options.moved.clock, clock_millis) {
                    return Err(DriverError::ClockNotMoved { reason });
                }
            }
            Received::Event(event) => return Err(DriverError::unexpected(&event)),
            Received::TimeUp => {
                return Err(DriverError::Silent { command: line, limit: options.start_limit });
            }
            Received::Ended => {
                let end = jvm.end();
                return Err(DriverError::NotStarted {
                    command: line,
                    outcome: end.outcome,
                    words: end.words,
                });
            }
        }
        let text = |paths: &[PathBuf]| texts(paths);
        let set_up = Command::SetUp { class_path: text(&options.class_path)?, kept: text(&options.kept)? };
        jvm.send(&set_up)?;
        Ok(jvm)
    }

    /// Sends a command.
    pub(super) fn send(&mut self, command: &Command) -> Result<(), DriverError> {
        // The driver reads whatever its tests do, so only a JVM in trouble takes this long.
        let deadline = Instant::now() + Duration::from_secs(60);
        Ok(self.channel.send(command, deadline)?)
    }

    /// Waits for an event.
    pub(super) fn receive(&mut self, deadline: Option<Instant>) -> Result<Received, DriverError> {
        Ok(self.channel.receive(deadline)?)
    }

    /// Waits for the end of a JVM that is about to end, and ends it if it is not.
    pub(super) fn end(self) -> End {
        let Jvm { running, started, home, .. } = self;
        let end = match running.wait(started.elapsed() + GRACE) {
            Ok(finished) => {
                // A JVM that crashes catches the signal, writes a file about it and then exits.
                let crash = fs::read_to_string(home.join(CRASH_FILE)).ok();
                let signal = crash.as_deref().map(signal_in).or(finished.status.signal());
                let code = || Outcome::Exited(finished.status.code().unwrap_or(-1));
                let words = format!("{}{}", finished.stdout.text(), finished.stderr.text());
                End { outcome: signal.map_or_else(code, Outcome::Crashed), words: last(&words) }
            }
            Err(_) => End { outcome: Outcome::TimedOut, words: String::new() },
        };
        // Files that could not be deleted go with the directory above.
        let _ = fs::remove_dir_all(home);
        end
    }

    /// Lets it end in order, so that agents and hooks finish their work.
    pub(super) fn quit(mut self) -> Result<End, DriverError> {
        self.send(&Command::Quit)?;
        let deadline = Instant::now() + GRACE;
        loop {
            match self.channel.receive(Some(deadline))? {
                Received::Event(_) => {}
                Received::Ended | Received::TimeUp => return Ok(self.end()),
            }
        }
    }

    /// Ends it at once.
    pub(super) fn kill(self) {
        let home = self.home.clone();
        drop(self);
        let _ = fs::remove_dir_all(home);
    }
}

/// Returns paths as the protocol writes them.
pub(super) fn texts(paths: &[PathBuf]) -> Result<Vec<String>, DriverError> {
    let text =
        |path: &PathBuf| path.to_str().map(str::to_owned).ok_or_else(|| DriverError::Path(path.clone()));
    paths.iter().map(text).collect()
}

/// The signal in a crash file, such as in `#  SIGSEGV (0xb) at pc=0x0000`.
fn signal_in(crash: &str) -> i32 {
    let numbers = crash.lines().filter_map(|line| line.trim_start_matches(['#', ' ']).strip_prefix("SIG"));
    let mut numbers = numbers.filter_map(|line| line.split_once("(0x")?.1.split_once(')'));
    numbers.find_map(|(number, _)| i32::from_str_radix(number, 16).ok()).unwrap_or(SIGABRT)
}

/// The end of a text, in whole lines.
fn last(text: &str) -> String {
    let text = text.trim();
    let Some(start) = text.len().checked_sub(LAST_WORDS) else { return text.to_owned() };
    let start = (start..text.len()).find(|&at| text.as_bytes()[at] == b'\n').unwrap_or(text.len());
    text[start..].trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crash_files_tell_the_signal() {
        assert_eq!(signal_in("#\n# A fatal error\n#\n#  SIGSEGV (0xb) at pc=0x1, pid=2\n"), 11);
        assert_eq!(signal_in("#\n#  SIGBUS (0x7) at pc=0x1\n"), 7);
        assert_eq!(signal_in("#\n#  Internal Error (safepoint.cpp:1), pid=2\n"), SIGABRT);
    }

    #[test]
    fn the_end_of_a_text_begins_with_a_line() {
        assert_eq!(last(" a\nb\n"), "a\nb");
        let long = format!("{}\n{}", "x".repeat(LAST_WORDS), "y".repeat(100));
        assert_eq!(last(&long), "y".repeat(100));
        assert_eq!(last(&"é".repeat(LAST_WORDS)), "");
    }
}
