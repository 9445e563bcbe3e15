//! Running programs so that nothing is left behind.
//!
//! A program mostly runs in a process group of its own. The whole group ends when the program does,
//! when its time is up, when its handle is dropped, and when a signal (Ctrl-C) ends us. Only a
//! program that leaves the group on purpose, as daemons do, lives on. Output is bounded.
//!
//! A program in the foreground ([`Command::run_in_foreground`]) has our terminal instead, and gets its
//! signals as it would from a shell.

mod captured;
mod foreground;
pub(crate) mod group;
mod interruption;

use std::ffi::OsStr;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub use captured::Captured;
use group::Group;
pub use interruption::{Interruption, Woken};

use crate::sandbox::{Confinement, Sandbox};

/// The bytes of each output stream that are kept by default.
const DEFAULT_BOUND: usize = 4 << 20;

/// How long a stream may stay open once its program and the group have ended; only a daemon that
/// left the group can hold it.
const STREAM_GRACE: Duration = Duration::from_secs(5);

/// A program to run, with its arguments.
#[derive(Debug)]
pub struct Command {
    inner: std::process::Command,
    input: Vec<u8>,
    bound: usize,
    sandbox: Option<Sandbox>,
}

impl Command {
    /// Runs `program`, looked up on PATH if it is a bare name.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let inner = std::process::Command::new(program);
        Command { inner, input: Vec::new(), bound: DEFAULT_BOUND, sandbox: None }
    }

    /// Adds an argument.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.inner.arg(arg);
        self
    }

    /// Adds arguments.
    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.inner.args(args);
        self
    }

    /// Sets an environment variable.
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.inner.env(name, value);
        self
    }

    /// Hides an environment variable.
    pub fn env_remove(mut self, name: impl AsRef<OsStr>) -> Self {
        self.inner.env_remove(name);
        self
    }

    /// Runs in this directory.
    pub fn current_dir(mut self, directory: impl AsRef<Path>) -> Self {
        self.inner.current_dir(directory);
        self
    }

    /// Sets the program's standard input; empty by default.
    pub fn input(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.input = bytes.into();
        self
    }

    /// Keeps at most this many bytes of each output stream.
    pub fn keep_output(mut self, bound: usize) -> Self {
        self.bound = bound;
        self
    }

    /// Confines the program.
    pub fn sandbox(mut self, sandbox: Sandbox) -> Self {
        self.sandbox = Some(sandbox);
        self
    }

    /// Runs the program to its end, or ends it when `limit` has passed.
    pub fn run(self, limit: Duration) -> Result<Finished, ProcessError> {
        self.spawn()?.wait(limit)
    }

    /// Runs the program to its end with our own standard input and output, as a shell runs it in the
    /// foreground. Ctrl-C reaches it once, so that it can end in order, and does not end us; the second
    /// Ctrl-C ends it. Other signals that are sent to us are handed on to it. What it leaves running in
    /// our process group is asked to end, and then ended.
    pub fn run_in_foreground(mut self) -> Result<ExitStatus, ProcessError> {
        let command = self.to_string();
        foreground::run(&mut self.inner).map_err(|source| ProcessError::Start { command, source })
    }

    /// Starts the program. Dropping what is returned ends it.
    pub fn spawn(mut self) -> Result<Running, ProcessError> {
        let command = self.to_string();
        let stdin = if self.input.is_empty() { Stdio::null() } else { Stdio::piped() };
        self.inner.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = match &self.sandbox {
            Some(sandbox) => sandbox.spawn(self.inner),
            None => {
                Group::spawn(&mut self.inner).map(|(child, group)| (child, group, Confinement::default()))
            }
        };
        let (mut child, group, confinement) = match started {
            Ok(started) => started,
            Err(source) => return Err(ProcessError::Start { command, source }),
        };
        let (events, received) = channel();
        if let Some(mut stdin) = child.stdin.take() {
            // A program need not read its input: a broken pipe is its own choice.
            thread::spawn(move || stdin.write_all(&self.input));
        }
        let stdout = child.stdout.take().map(|stream| capture(stream, self.bound, events.clone()));
        let stderr = child.stderr.take().map(|stream| capture(stream, self.bound, events.clone()));
        let leader_ended = group.leader_ended();
        thread::spawn(move || {
            leader_ended();
            let _ = events.send(Event::Ended);
        });
        Ok(Running {
            command,
            started: Instant::now(),
            child,
            group,
            confinement,
            events: received,
            stdout: stdout.unwrap_or_default(),
            stderr: stderr.unwrap_or_default(),
        })
    }
}

/// The command line, for messages: not quoted, and not all of a long one.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 200;
        let program = Path::new(self.inner.get_program());
        let mut line = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
        for arg in self.inner.get_args() {
            line.push(' ');
            line.push_str(&arg.to_string_lossy());
        }
        match line.char_indices().nth(SHOWN) {
            Some((end, _)) => write!(f, "{} …", &line[..end]),
            None => f.write_str(&line),
        }
    }
}

/// A program that was started and has not been waited for.
#[derive(Debug)]
pub struct Running {
    command: String,
    started: Instant,
    child: Child,
    group: Group,
    confinement: Confinement,
    events: Receiver<Event>,
    stdout: Arc<Mutex<Captured>>,
    stderr: Arc<Mutex<Captured>>,
}

impl Running {
    /// The limits that the kernel enforces for it.
    pub fn confinement(&self) -> &Confinement {
        &self.confinement
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the program to end and then ends what it left running; ends all of it when
    /// `limit` has passed since it was started.
    pub fn wait(mut self, limit: Duration) -> Result<Finished, ProcessError> {
        let mut open_streams = 2;
        // A limit too far away to be a moment in time does not limit.
        let deadline = self.started.checked_add(limit);
        let ended = self.until(deadline, |event| match event {
            Event::Ended => true,
            Event::StreamClosed => {
                open_streams -= 1;
                false
            }
        });
        let elapsed = self.started.elapsed();
        self.group.end();
        let status = self.child.wait();
        self.until(Some(Instant::now() + STREAM_GRACE), |event| {
            if let Event::StreamClosed = event {
                open_streams -= 1;
            }
            open_streams == 0
        });
        let (stdout, stderr) = (taken(&self.stdout), taken(&self.stderr));
        let command = self.command.clone();
        if !ended {
            return Err(ProcessError::TimedOut(Box::new(TimedOut { command, limit, stdout, stderr })));
        }
        match status {
            Ok(status) => Ok(Finished { status, stdout, stderr, elapsed }),
            Err(source) => Err(ProcessError::Start { command, source }),
        }
    }

    /// Takes in events until one satisfies `enough`; false if the deadline came first.
    fn until(&self, deadline: Option<Instant>, mut enough: impl FnMut(Event) -> bool) -> bool {
        loop {
            let event = match deadline {
                None => self.events.recv().ok(),
                Some(deadline) => {
                    self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()
                }
            };
            match event {
                Some(event) if enough(event) => return true,
                Some(_) => {}
                None => return false,
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.group.end();
        let _ = self.child.wait();
    }
}

/// A program that has ended by itself.
#[derive(Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// Its standard output.
    pub stdout: Captured,
    /// Its standard error.
    pub stderr: Captured,
    /// How long it ran.
    pub elapsed: Duration,
}

/// Why a program gave no result.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// It could not be started.
    #[error("cannot run `{command}`: {source}")]
    Start {
        /// The command line, shortened.
        command: String,
        /// The system's error.
        source: io::Error,
    },
    /// It was still running when its time was up, and was ended with all its children.
    #[error(transparent)]
    TimedOut(Box<TimedOut>),
}

/// A program that was ended because its time was up.
#[derive(Debug, thiserror::Error)]
#[error("`{command}` did not end within {limit:?} and was stopped{}", last_words(.stderr, .stdout))]
pub struct TimedOut {
    /// The command line, shortened.
    pub command: String,
    /// The time it had.
    pub limit: Duration,
    /// Its standard output until then.
    pub stdout: Captured,
    /// Its standard error until then.
    pub stderr: Captured,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Ended,
    StreamClosed,
}

/// Reads a stream to its end on a thread, so that the program never blocks on a full pipe.
fn capture(
    mut stream: impl Read + Send + 'static,
    bound: usize,
    events: Sender<Event>,
) -> Arc<Mutex<Captured>> {
    let captured = Arc::new(Mutex::new(Captured::within(bound)));
    let sink = captured.clone();
    thread::spawn(move || {
        let mut piece = vec![0; 64 << 10];
        loop {
            match stream.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => sink.lock().unwrap_or_else(PoisonError::into_inner).push(&piece[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        let _ = events.send(Event::StreamClosed);
    });
    captured
}

fn taken(captured: &Mutex<Captured>) -> Captured {
    std::mem::take(&mut captured.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The end of what a program said, for a message about its failure.
fn last_words(stderr: &Captured, stdout: &Captured) -> String {
    let text = [stderr, stdout].map(Captured::text);
    match text.iter().filter_map(|text| text.trim_end().lines().last()).next() {
        Some(line) => format!("; its last line was: {line}"),
        None => "; it printed nothing".into(),
    }
}

#[cfg(test)]
mod tests;
