//! Talking to a running JVM: HotSpot's attach protocol on Linux.
//!
//! A JVM listens on a socket in its temporary directory once it was asked to: by a file `.attach_pidN`
//! in its working directory, and SIGQUIT. To a program that does not expect it, SIGQUIT is deadly, so
//! nothing is sent before it is certain that the process is a HotSpot JVM that catches it. (With `-Xrs` it
//! does not, but listens from its start.)
//!
//! The JVM may live in a container: then it has another number there, and other directories, which are
//! reached through `/proc/PID/root`.

mod protocol;
mod running;
mod status;

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal, getegid, geteuid, pidfd_open, pidfd_send_signal};
use signal_hook::consts::SIGQUIT;

pub use protocol::{ARGUMENT_LIMIT, LoadError, Reply};
pub use running::{RunningJvm, running};

use crate::launcher::Launch;
use status::Status;

/// How long a JVM may take until it catches signals, and then until it listens.
const PATIENCE: Duration = Duration::from_secs(20);

/// A longer wait is reported.
const REPORTED_AFTER: Duration = Duration::from_secs(2);

/// A running HotSpot JVM that can be talked to.
#[derive(Debug)]
pub struct Jvm {
    pid: u32,
    /// Its number in its own container.
    inner_pid: u32,
    uid: u32,
    gid: u32,
    /// Keeps its number from meaning another process.
    process: OwnedFd,
}

/// Why a JVM cannot be talked to.
#[derive(Debug, thiserror::Error)]
pub enum AttachError {
    #[error("there is no process {pid}{}", running::advice(.running))]
    NoProcess { pid: u32, running: Vec<RunningJvm> },
    #[error("{pid} is a thread of process {process}; give that number")]
    Thread { pid: u32, process: u32 },
    #[error("process {pid} is not a JVM{}", running::advice(.running))]
    NoJvm { pid: u32, running: Vec<RunningJvm> },
    #[error("process {pid} is a JVM, but not HotSpot; run the program on OpenJDK's own JVM")]
    NotHotSpot { pid: u32 },
    #[error(
        "process {pid} belongs to user {uid} and group {gid}, and a JVM answers only to its own; \
         run this as that user: sudo -u '#{uid}' -g '#{gid}' …"
    )]
    OtherUser { pid: u32, uid: u32, gid: u32 },
    #[error(
        "cannot look into process {pid}: permission denied; it is protected from its own user, or this container \
         lacks the capability CAP_SYS_PTRACE{}", running::advice(.running)
    )]
    Protected { pid: u32, running: Vec<RunningJvm> },
    #[error("process {pid} was started with {option} and cannot be attached to; start it without")]
    Disabled { pid: u32, option: &'static str },
    #[error(
        "process {pid} does not catch SIGQUIT, by which a JVM is asked to listen; \
         if it is still starting, try again"
    )]
    Deaf { pid: u32 },
    #[error(
        "process {pid} did not listen within {} seconds{hint}",
        PATIENCE.as_secs()
    )]
    NoAnswer { pid: u32, hint: &'static str },
    #[error("process {pid} has ended meanwhile")]
    Ended { pid: u32 },
    #[error("the socket {} belongs to user {owner}, not to the JVM; remove it and try again", .path.display())]
    ForeignSocket { path: PathBuf, owner: u32 },
    #[error("the {what} is {length} bytes long, and the JVM takes no more than {ARGUMENT_LIMIT}; {advice}")]
    TooLong { what: &'static str, length: usize, advice: &'static str },
    #[error("{}: {source}", .path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("process {pid}: {source}")]
    Talk { pid: u32, source: io::Error },
    #[error("process {pid} gave an answer that is not of the protocol: {answer}")]
    Answer { pid: u32, answer: String },
    #[error("process {pid}: {source}")]
    Load { pid: u32, source: LoadError },
}

/// Receives what is waited for, when it takes long.
pub type Waiting<'w> = &'w mut dyn FnMut(&str);

impl Jvm {
    /// Finds the JVM with this process number, and makes certain that it is one. Sends nothing.
    pub fn find(pid: u32) -> Result<Jvm, AttachError> {
        let none = || AttachError::NoProcess { pid, running: running() };
        let number = i32::try_from(pid).ok().and_then(Pid::from_raw).ok_or_else(none)?;
        let status = Status::read(pid).ok_or_else(none)?;
        if status.process != pid {
            return Err(AttachError::Thread { pid, process: status.process });
        }
        let process = pidfd_open(number, PidfdFlags::empty()).map_err(|_| none())?;
        let libraries = read(pid, "maps").map_err(|error| match error.kind() {
            ErrorKind::PermissionDenied if geteuid().as_raw() != status.uid => {
                AttachError::OtherUser { pid, uid: status.uid, gid: status.gid }
            }
            // A program with capabilities of its own keeps its memory from its own user.
            ErrorKind::PermissionDenied => AttachError::Protected { pid, running: running() },
            _ => none(),
        })?;
        if libraries.windows(LIBJVM.len()).all(|bytes| bytes != LIBJVM) {
            return Err(AttachError::NoJvm { pid, running: running() });
        }
        if libraries.windows(OPENJ9.len()).any(|bytes| bytes == OPENJ9) {
            return Err(AttachError::NotHotSpot { pid });
        }
        let (us, our_group) = (geteuid(), getegid());
        if !us.is_root() && (us.as_raw() != status.uid || our_group.as_raw() != status.gid) {
            return Err(AttachError::OtherUser { pid, uid: status.uid, gid: status.gid });
        }
        if is_disabled(pid) {
            return Err(AttachError::Disabled { pid, option: DISABLED });
        }
        Ok(Jvm { pid, inner_pid: status.inner_pid, uid: status.uid, gid: status.gid, process })
    }

    /// Its process number here.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// A handle of the process, which is readable once it has ended.
    pub fn process(&self) -> &OwnedFd {
        &self.process
    }

    /// The effective user that it runs as.
    pub fn uid(&self) -> u32 {
        self.uid
    }

    /// The effective group that it runs as.
    pub fn gid(&self) -> u32 {
        self.gid
    }

    /// Whether its files are not ours: it lives in a container.
    pub fn is_elsewhere(&self) -> bool {
        let namespace = |of: &str| fs::read_link(format!("/proc/{of}/ns/mnt")).ok();
        namespace(&self.pid.to_string()).is_some_and(|theirs| Some(theirs) != namespace("self"))
    }

    /// Where we find a file that it knows by this absolute path.
    pub fn path(&self, path: &Path) -> PathBuf {
        if !self.is_elsewhere() {
            return path.to_path_buf();
        }
        self.root().join(path.strip_prefix("/").unwrap_or(path))
    }

    /// The feature version of its JDK, such as 17.
    pub fn version(&self, waiting: Waiting<'_>) -> Result<u32, AttachError> {
        let reply = self.execute("jcmd", ["VM.version", "", ""], waiting)?;
        protocol::feature_version(&reply.text)
            .ok_or(AttachError::Answer { pid: self.pid, answer: reply.text.trim().to_owned() })
    }

    /// Loads an agent library into it; gives what its `Agent_OnAttach` returned.
    pub fn load(&self, library: &Path, options: &str, waiting: Waiting<'_>) -> Result<i32, AttachError> {
        let path = library.to_str().ok_or_else(|| AttachError::Io {
            path: library.to_path_buf(),
            source: io::Error::other("the path is not UTF-8; put the agent elsewhere"),
        })?;
        let check = |what, text: &str, advice| match text.len() {
            length if length > ARGUMENT_LIMIT => Err(AttachError::TooLong { what, length, advice }),
            _ => Ok(()),
        };
        check("path of the agent", path, "put it elsewhere")?;
        check("option string of the agent", options, "give fewer or wider patterns, or a plan in a file")?;
        let reply = self.execute("load", [path, "true", options], waiting)?;
        protocol::load_result(&reply).map_err(|source| AttachError::Load { pid: self.pid, source })
    }

    /// Has the JVM carry out an operation of the protocol, such as `jcmd`.
    pub fn execute(
        &self,
        operation: &str,
        arguments: [&str; 3],
        waiting: Waiting<'_>,
    ) -> Result<Reply, AttachError> {
        let stream = self.connect(waiting)?;
        let talk = |source| AttachError::Talk { pid: self.pid, source };
        let answer =
            protocol::exchange(stream, operation, arguments, REPORTED_AFTER, waiting).map_err(talk)?;
        Reply::parse(&answer).ok_or_else(|| AttachError::Answer {
            pid: self.pid,
            answer: String::from_utf8_lossy(&answer).trim().to_owned(),
        })
    }

    fn root(&self) -> PathBuf {
        PathBuf::from(format!("/proc/{}/root", self.pid))
    }

    /// Its socket. HotSpot's temporary directory is `/tmp`, whatever the environment says.
    fn socket(&self) -> PathBuf {
        self.root().join("tmp").join(format!(".java_pid{}", self.inner_pid))
    }

    fn connect(&self, waiting: Waiting<'_>) -> Result<UnixStream, AttachError> {
        let path = self.socket();
        if !is_socket(&path) {
            self.have_it_listen(&path, waiting)?;
        }
        // Everybody may put files into the temporary directory.
        let owner =
            fs::metadata(&path).map_err(|source| AttachError::Io { path: path.clone(), source })?.uid();
        if owner != self.uid {
            return Err(AttachError::ForeignSocket { path, owner });
        }
        UnixStream::connect(&path).map_err(|source| AttachError::Io { path, source })
    }

    fn have_it_listen(&self, socket: &Path, waiting: Waiting<'_>) -> Result<(), AttachError> {
        let pid = self.pid;
        let deaf = AttachError::Deaf { pid };
        let catches = || Status::read(pid).is_some_and(|status| status.caught.contains(SIGQUIT));
        self.poll("waiting until the JVM has started", deaf, waiting, catches)?;
        let _request = Request::make(pid, self.inner_pid)?;
        let ended = |_| AttachError::Ended { pid };
        pidfd_send_signal(&self.process, Signal::QUIT).map_err(ended)?;
        let stopped = Status::read(pid).is_some_and(|status| status.is_stopped);
        let hint = match stopped {
            true => "; it is stopped, and `kill -CONT` resumes it",
            false => "; it is very busy, or was started with -XX:+DisableAttachMechanism",
        };
        let no_answer = AttachError::NoAnswer { pid, hint };
        self.poll("waiting for the JVM to listen", no_answer, waiting, || is_socket(socket))
    }

    /// Waits until something is so, in growing steps.
    fn poll(
        &self,
        what: &str,
        failure: AttachError,
        waiting: Waiting<'_>,
        is_so: impl Fn() -> bool,
    ) -> Result<(), AttachError> {
        let started = Instant::now();
        let mut step = Duration::from_millis(5);
        let mut is_reported = false;
        while !is_so() {
            if self.has_ended() {
                return Err(AttachError::Ended { pid: self.pid });
            }
            if started.elapsed() > PATIENCE {
                return Err(failure);
            }
            if started.elapsed() > REPORTED_AFTER && !is_reported {
                is_reported = true;
                waiting(what);
            }
            thread::sleep(step);
            step = (step * 2).min(Duration::from_millis(100));
        }
        Ok(())
    }

    /// Whether the process is gone.
    pub fn has_ended(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut watched = [PollFd::new(&self.process, PollFlags::IN)];
        poll(&mut watched, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
    }
}

const LIBJVM: &[u8] = b"/libjvm.so";
const OPENJ9: &[u8] = b"/libj9vm";
const DISABLED: &str = "-XX:+DisableAttachMechanism";

fn read(pid: u32, file: &str) -> io::Result<Vec<u8>> {
    fs::read(format!("/proc/{pid}/{file}"))
}

fn is_socket(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_socket())
}

/// Whether the JVM was plainly started so that it never listens.
fn is_disabled(pid: u32) -> bool {
    let command = read(pid, "cmdline").unwrap_or_default();
    let words: Vec<&OsStr> = command.split(|&byte| byte == 0).map(OsStr::from_bytes).collect();
    let given = Launch::parse(words.get(1..).unwrap_or_default()).options;
    let environment = read(pid, "environ").unwrap_or_default();
    let variables = environment.split(|&byte| byte == 0).filter(|variable| {
        let names = [&b"JAVA_TOOL_OPTIONS="[..], b"_JAVA_OPTIONS=", b"JDK_JAVA_OPTIONS="];
        names.iter().any(|name| variable.starts_with(name))
    });
    let mut words = variables.flat_map(|variable| variable.split(|byte| b" \t=".contains(byte)));
    given.iter().any(|word| word == DISABLED) || words.any(|word| word == DISABLED.as_bytes())
}

/// The file that asks a JVM to listen; gone when this is.
struct Request {
    path: PathBuf,
}

impl Request {
    /// In the working directory of the JVM, where it looks first, or in its temporary directory.
    fn make(pid: u32, inner_pid: u32) -> Result<Request, AttachError> {
        let name = format!(".attach_pid{inner_pid}");
        let places =
            ["cwd", "root/tmp"].map(|place| PathBuf::from(format!("/proc/{pid}/{place}")).join(&name));
        let mut failure = None;
        for path in places {
            // A link that is there already is not followed.
            match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
                Ok(_) => return Ok(Request { path }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(Request { path }),
                Err(source) => failure = Some(AttachError::Io { path, source }),
            }
        }
        Err(failure.unwrap_or(AttachError::Ended { pid }))
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
