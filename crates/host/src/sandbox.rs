//! Programs that may read, and do little else: they write in named directories, start named programs, and reach
//! neither the network nor other processes.
//!
//! Recorded calls run again when generated tests are verified, before a developer has reviewed them. Three parts of
//! Linux confine them, none of which needs privileges:
//!
//! | part | closes |
//! |---|---|
//! | namespaces of users, mounts, interprocess communication and the network (`child`) | files outside: content, names, modes, owners, time stamps; devices; the network; shared memory |
//! | Landlock (`landlock`) | the same for content and names; starting programs; TCP; tracing and signalling processes outside |
//! | seccomp (`filter`) | Unix-domain sockets; other processes; io_uring; keys; new namespaces; leaving the process group |
//!
//! The parts overlap, so that a kernel or container that lacks one still confines. What a missing part leaves open
//! is in [`Confinement::gaps`]. Without namespaces, a program cannot change modes and time stamps of its own files
//! either, because a filter does not see which file is meant.

mod child;
mod filter;
mod landlock;

use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{getegid, geteuid};

use crate::process::group::Group;
use child::{Mounts, Namespaces, Setup, Step};
use filter::{Profile, Sockets};

/// The rights that a program keeps, besides reading.
#[derive(Clone, Debug, Default)]
pub struct Sandbox {
    /// Directories and files that it may write to; `/` lifts all limits on files.
    pub writable: Vec<PathBuf>,
    /// Programs that it may start, or directories of them; its own must be among them. The system's libraries always
    /// are, since a program's loader is there. `/` lets it start all programs.
    pub programs: Vec<PathBuf>,
    /// Whether it may use the network, and Unix-domain sockets.
    pub network: bool,
}

/// The limits of a sandbox that the kernel enforces.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Confinement {
    /// True if the program can change files only where it may.
    pub files: bool,
    /// True if the program can start only what it may.
    pub programs: bool,
    /// True if the program cannot reach the network, nor Unix-domain sockets.
    pub network: bool,
    /// Consequences of missing parts, one sentence each: rights that the program keeps, or lacks in its own files.
    pub gaps: Vec<String>,
}

/// Devices that every program may use.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// The parts that this kernel, or this container, offers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Support {
    /// Why there are no namespaces.
    namespaces: Result<(), String>,
    /// The version of Landlock; 0 for none.
    landlock: u32,
    /// Why there is no filter.
    filter: Result<(), String>,
}

impl Sandbox {
    /// Starts a command in this sandbox, as the leader of a new process group.
    pub(crate) fn spawn(&self, command: Command) -> io::Result<(Child, Group, Confinement)> {
        self.spawn_with(command, Support::of_this_system().clone())
    }

    fn spawn_with(&self, mut command: Command, support: Support) -> io::Result<(Child, Group, Confinement)> {
        let directory = match command.get_current_dir() {
            Some(directory) => std::path::absolute(directory)?,
            None => std::env::current_dir()?,
        };
        let mut weaker = Support { namespaces: Err(String::new()), ..support.clone() };
        let setups = vec![self.setup(&support, &directory)?, self.setup(&weaker, &directory)?];
        let mut start = Start::new(&mut command, setups, false)?;
        match start.run(&mut command, Group::spawn) {
            Ok((child, group)) => Ok((child, group, self.confinement(&support))),
            // The system has namespaces, but not for this command: a mount cannot be made read-only, for example.
            Err(Failure::Step { step, source }) if support.namespaces.is_ok() => {
                weaker.namespaces = Err(Failure::Step { step, source }.to_string());
                start.choose(1);
                let (child, group) = start.run(&mut command, Group::spawn)?;
                Ok((child, group, self.confinement(&weaker)))
            }
            Err(failure) => Err(failure.into()),
        }
    }

    /// True if files are not limited.
    fn writes_everything(&self) -> bool {
        self.writable.iter().any(|path| path == Path::new("/"))
    }

    fn starts_everything(&self) -> bool {
        self.programs.iter().any(|path| path == Path::new("/"))
    }

    fn setup(&self, support: &Support, directory: &Path) -> Result<Setup, Failure> {
        let landlock = match support.landlock {
            0 => None,
            _ => landlock::ruleset(self, support.namespaces.is_err())
                .map_err(|error| Failure::Start(io::Error::other(error.to_string())))?,
        };
        let namespaces = match support.namespaces {
            Ok(()) => Some(Namespaces::new(!self.network, self.mounts(directory)?)?),
            Err(_) => None,
        };
        let filter = match support.filter {
            Ok(()) => filter::assemble(self.profile(support)).unwrap_or_default(),
            Err(_) => Vec::new(),
        };
        let drop_capabilities = namespaces.is_none() && geteuid().is_root() && !self.writes_everything();
        Ok(Setup { namespaces, landlock, drop_capabilities, filter })
    }

    fn mounts(&self, directory: &Path) -> Result<Option<Mounts>, Failure> {
        if self.writes_everything() {
            return Ok(None);
        }
        let mut writable: Vec<PathBuf> =
            self.writable.iter().filter_map(|path| path.canonicalize().ok()).collect();
        writable.sort();
        writable.dedup();
        let devices = DEVICES.iter().map(Path::new).filter(|device| device.exists());
        Ok(Some(Mounts {
            writable: writable.iter().map(|path| c_string(path)).collect::<io::Result<_>>()?,
            devices: devices.map(c_string).collect::<io::Result<_>>()?,
            directory: c_string(directory)?,
        }))
    }

    fn profile(&self, support: &Support) -> Profile {
        let alone = support.namespaces.is_err();
        Profile {
            refuse_attributes: alone && !self.writes_everything(),
            refuse_ipc: alone,
            // A program of its own may signal its children; then only Landlock distinguishes them from others.
            refuse_signals: !self.starts_everything(),
            sockets: match (self.network, alone, support.landlock) {
                (true, ..) => Sockets::All,
                (false, false, _) => Sockets::Internet,
                (false, true, LANDLOCK_WITH_TCP..) => Sockets::Tcp,
                (false, true, _) => Sockets::None,
            },
        }
    }

    /// Returns the limits that this support enforces.
    fn confinement(&self, support: &Support) -> Confinement {
        let (namespaces, filter) = (support.namespaces.is_ok(), support.filter.is_ok());
        let landlock = support.landlock > 0;
        let attributes = namespaces || filter;
        let mut gaps = Vec::new();
        let mut gap = |text: String| gaps.push(text);
        if let (Err(reason), false) = (&support.namespaces, self.writes_everything()) {
            let consequence = match (landlock, filter) {
                (true, true) => "tests cannot change modes and time stamps of their own files",
                (true, false) => "tests can change modes and time stamps of all files",
                (false, _) => "tests can write to all files",
            };
            gap(format!("{consequence}: {reason}"));
        }
        if !landlock {
            let missing = "this kernel does not have Landlock";
            if namespaces && !self.writes_everything() {
                gap(format!("tests can write to files by way of other processes in /proc: {missing}"));
            }
            if !self.starts_everything() {
                gap(format!("tests can start programs: {missing}"));
            }
        }
        if let Err(reason) = &support.filter {
            if !self.network {
                gap(format!("tests can connect to Unix-domain sockets: {reason}"));
            }
            if support.landlock < LANDLOCK_WITH_SIGNALS {
                gap(format!("tests can signal other processes: {reason}"));
            }
        } else if self.starts_everything() && support.landlock < LANDLOCK_WITH_SIGNALS {
            let version = support.landlock;
            gap(format!(
                "programs that tests start can signal other processes: Landlock has version {version}"
            ));
        }
        Confinement {
            // Without Landlock, `/proc/PID/root` of another process leads out of the mount namespace.
            files: !self.writes_everything() && attributes && landlock,
            programs: landlock && !self.starts_everything(),
            network: !self.network && filter,
            gaps,
        }
    }
}

/// The first version of Landlock that can refuse TCP.
const LANDLOCK_WITH_TCP: u32 = 4;

/// The first version of Landlock that can refuse signals.
const LANDLOCK_WITH_SIGNALS: u32 = 6;

impl Support {
    /// Found once, by trying.
    fn of_this_system() -> &'static Support {
        static FOUND: OnceLock<Support> = OnceLock::new();
        FOUND.get_or_init(|| {
            let sandbox = Sandbox { writable: vec![std::env::temp_dir()], ..Sandbox::default() };
            let mounts = sandbox.mounts(Path::new("/"));
            let namespaces = mounts.and_then(|mounts| Ok(Some(Namespaces::new(true, mounts)?)));
            let namespaces =
                namespaces.and_then(|namespaces| attempt(Setup { namespaces, ..Setup::default() }));
            let profile = Profile {
                refuse_attributes: false,
                refuse_ipc: false,
                refuse_signals: false,
                sockets: Sockets::All,
            };
            let filter = match filter::assemble(profile) {
                Some(filter) => {
                    attempt(Setup { filter, ..Setup::default() }).map_err(|error| error.to_string())
                }
                None => Err("system calls of this processor are not known".to_owned()),
            };
            Support {
                namespaces: namespaces.map_err(|error| error.to_string()),
                landlock: child::landlock_version(),
                filter,
            }
        })
    }
}

impl Namespaces {
    fn new(network: bool, mounts: Option<Mounts>) -> Result<Namespaces, Failure> {
        let map = |id: u32| CString::new(format!("{id} {id} 1")).map_err(io::Error::other);
        Ok(Namespaces {
            network,
            mounts,
            user_map: map(geteuid().as_raw())?,
            group_map: map(getegid().as_raw())?,
        })
    }
}

/// Why a command was not started.
#[derive(Debug, thiserror::Error)]
enum Failure {
    /// The program itself.
    #[error(transparent)]
    Start(#[from] io::Error),
    /// A part of the sandbox.
    #[error("cannot {}: {source}", .step.action())]
    Step { step: Step, source: io::Error },
}

impl From<Failure> for io::Error {
    fn from(failure: Failure) -> io::Error {
        match failure {
            Failure::Start(error) => error,
            step => io::Error::other(step.to_string()),
        }
    }
}

/// Lets a process set itself up and end.
fn attempt(setup: Setup) -> Result<(), Failure> {
    // The process ends before it would run anything.
    let mut command = Command::new("/");
    let tried =
        Start::new(&mut command, vec![setup], true)?.run(&mut command, |command| command.spawn().map(drop));
    match tried {
        Err(Failure::Start(error)) if error.raw_os_error() == Some(child::TRIED) => Ok(()),
        other => other,
    }
}

/// A command whose process sets itself up before it runs the program, in one of several ways.
struct Start {
    chosen: Arc<AtomicUsize>,
    /// The numbers of steps that failed.
    failures: File,
}

impl Start {
    fn new(command: &mut Command, setups: Vec<Setup>, only_try: bool) -> io::Result<Start> {
        let (read, write) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        let chosen = Arc::new(AtomicUsize::new(0));
        child::install(command, child::Steps { setups, chosen: chosen.clone(), failures: write, only_try });
        Ok(Start { chosen, failures: File::from(read) })
    }

    fn choose(&mut self, setup: usize) {
        self.chosen.store(setup, Ordering::Relaxed);
    }

    fn run<T>(
        &mut self,
        command: &mut Command,
        start: impl FnOnce(&mut Command) -> io::Result<T>,
    ) -> Result<T, Failure> {
        start(command).map_err(|source| {
            let mut number = [0];
            // Empty unless a step failed; the process has ended, so it has written what it writes.
            let step = self.failures.read_exact(&mut number).ok().and_then(|()| Step::from_number(number[0]));
            match step {
                Some(step) => Failure::Step { step, source },
                None => Failure::Start(source),
            }
        })
    }
}

fn c_string(path: &Path) -> io::Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(io::Error::other)
}

#[cfg(test)]
mod tests;
