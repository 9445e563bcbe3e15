//! The steps that the new process takes itself, between `fork` and `exec`, before the program runs.
//!
//! This is the only file of the crate with unsafe code. Between `fork` and `exec` a process of many threads may
//! not allocate or lock, so everything is prepared before, and here are system calls alone.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_int, c_long, c_ulong};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use libc::sock_filter;

use super::filter::OWN_PROCESS;

/// Everything that the new process does to itself.
#[derive(Debug, Default)]
pub(super) struct Setup {
    pub(super) namespaces: Option<Namespaces>,
    /// A Landlock ruleset.
    pub(super) landlock: Option<OwnedFd>,
    /// Gives up the capabilities of a root that no user namespace confines.
    pub(super) drop_capabilities: bool,
    /// A seccomp filter; empty for none.
    pub(super) filter: Vec<sock_filter>,
}

/// Namespaces of its own: users, mounts, interprocess communication and, if asked for, the network.
#[derive(Debug)]
pub(super) struct Namespaces {
    pub(super) network: bool,
    /// The mounts to make; `None` leaves all files as they are.
    pub(super) mounts: Option<Mounts>,
    /// Lines of `uid_map` and `gid_map` that map the user and the group to themselves.
    pub(super) user_map: CString,
    pub(super) group_map: CString,
}

/// Everything read-only and without devices, except these.
#[derive(Debug)]
pub(super) struct Mounts {
    /// Directories and files that stay writable; parents before what is in them.
    pub(super) writable: Vec<CString>,
    /// Devices that stay usable.
    pub(super) devices: Vec<CString>,
    /// Where the program runs, to be entered again: the working directory of before is under a mount.
    pub(super) directory: CString,
}

/// A step that failed, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Namespaces = 1,
    Users,
    Mounts,
    Loopback,
    Landlock,
    Capabilities,
    Filter,
}

impl Step {
    pub(super) fn from_number(number: u8) -> Option<Step> {
        use Step::*;
        let all = [Namespaces, Users, Mounts, Loopback, Landlock, Capabilities, Filter];
        all.into_iter().find(|step| *step as u8 == number)
    }

    /// The action, for messages.
    pub(super) fn action(self) -> &'static str {
        match self {
            Step::Namespaces => "create namespaces",
            Step::Users => "map users of a namespace",
            Step::Mounts => "mount file systems read-only",
            Step::Loopback => "start the loopback interface",
            Step::Landlock => "apply Landlock rules",
            Step::Capabilities => "drop capabilities",
            Step::Filter => "install a seccomp filter",
        }
    }
}

/// The error of a process that has only tried its set-up.
pub(super) const TRIED: i32 = libc::ECANCELED;

/// The steps of a new process.
pub(super) struct Steps {
    /// The ways to set itself up.
    pub(super) setups: Vec<Setup>,
    /// The index of the way to take.
    pub(super) chosen: Arc<AtomicUsize>,
    /// Receives the number of a step that fails, one byte; the program is not run then.
    pub(super) failures: OwnedFd,
    /// Ends the process with the error [`TRIED`] where the program would run.
    pub(super) only_try: bool,
}

/// Lets the process that `command` starts set itself up first.
pub(super) fn install(command: &mut Command, mut steps: Steps) {
    // SAFETY: `take` makes system calls on values that were made before the fork; it neither allocates nor locks.
    // An `io::Error` of an error number is a plain value.
    unsafe { command.pre_exec(move || steps.take()) };
}

impl Steps {
    fn take(&mut self) -> io::Result<()> {
        match self.setups[self.chosen.load(Ordering::Relaxed)].apply() {
            Ok(()) if self.only_try => Err(io::Error::from_raw_os_error(TRIED)),
            Ok(()) => Ok(()),
            Err((step, error)) => {
                let number = [step as u8];
                // SAFETY: the descriptor is open, and the buffer has one byte.
                unsafe { libc::write(self.failures.as_raw_fd(), number.as_ptr().cast(), 1) };
                Err(error)
            }
        }
    }
}

impl Setup {
    fn apply(&mut self) -> Result<(), (Step, io::Error)> {
        if let Some(namespaces) = &self.namespaces {
            namespaces.enter()?;
        }
        if self.landlock.is_some() || !self.filter.is_empty() {
            // SAFETY: plain numbers.
            let done = unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) };
            check(done.into()).map_err(|error| (Step::Landlock, error))?;
        }
        if let Some(ruleset) = &self.landlock {
            const LANDLOCK_RESTRICT_SELF: c_long = 446;
            // SAFETY: an open descriptor and a number.
            let done = unsafe { libc::syscall(LANDLOCK_RESTRICT_SELF, ruleset.as_raw_fd(), 0) };
            check(done).map_err(|error| (Step::Landlock, error))?;
        }
        if self.drop_capabilities {
            drop_capabilities().map_err(|error| (Step::Capabilities, error))?;
        }
        if !self.filter.is_empty() {
            self.install_filter().map_err(|error| (Step::Filter, error))?;
        }
        Ok(())
    }

    fn install_filter(&mut self) -> io::Result<()> {
        let own = std::process::id();
        for instruction in self.filter.iter_mut().filter(|instruction| instruction.k == OWN_PROCESS) {
            instruction.k = own;
        }
        let program = libc::sock_fprog { len: self.filter.len() as u16, filter: self.filter.as_mut_ptr() };
        // SAFETY: the program is as long as it says, and lives until the kernel has copied it.
        check(unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, &program) })
    }
}

impl Namespaces {
    fn enter(&self) -> Result<(), (Step, io::Error)> {
        let because = |step: Step| move |error: io::Error| (step, error);
        // Opened before everything is read-only, in the mount namespace that we leave.
        let process = open_directory(c"/proc/self").map_err(because(Step::Users))?;
        let network = if self.network { libc::CLONE_NEWNET } else { 0 };
        unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNS | libc::CLONE_NEWIPC | network)
            .map_err(because(Step::Namespaces))?;
        self.map_users(process).map_err(because(Step::Users))?;
        if let Some(mounts) = &self.mounts {
            mounts.make().map_err(because(Step::Mounts))?;
        }
        if self.network {
            start_loopback().map_err(because(Step::Loopback))?;
        }
        // A second user namespace: root would otherwise keep the power over the mounts and the network of the first.
        unshare(libc::CLONE_NEWUSER).map_err(because(Step::Namespaces))?;
        self.map_users(process).map_err(because(Step::Users))
    }

    /// Lets the user and the group be the same inside as outside; no others exist inside.
    fn map_users(&self, process: RawFd) -> io::Result<()> {
        // Without this, a group map may not be written by a process without privileges.
        write_file(process, c"setgroups", c"deny")?;
        write_file(process, c"gid_map", &self.group_map)?;
        write_file(process, c"uid_map", &self.user_map)
    }
}

impl Mounts {
    fn make(&self) -> io::Result<()> {
        mount(c"none", c"/", libc::MS_REC | libc::MS_PRIVATE)?;
        for path in &self.writable {
            mount(path, path, libc::MS_BIND | libc::MS_REC)?;
        }
        for path in &self.devices {
            mount(path, path, libc::MS_BIND)?;
        }
        change_mount(c"/", libc::AT_RECURSIVE, READ_ONLY | NO_SET_USER | NO_DEVICES, 0)?;
        for path in &self.writable {
            // A file system that was read-only before stays so, and what is mounted below it counts alone.
            change_mount(path, libc::AT_RECURSIVE, 0, READ_ONLY)
                .or_else(|_| change_mount(path, 0, 0, READ_ONLY))?;
        }
        for path in &self.devices {
            change_mount(path, 0, 0, NO_DEVICES)?;
        }
        // SAFETY: a string that ends in a zero byte.
        check(unsafe { libc::chdir(self.directory.as_ptr()) }.into())
    }
}

/// Attributes of `mount_setattr`.
const READ_ONLY: u64 = 1;
const NO_SET_USER: u64 = 2;
const NO_DEVICES: u64 = 4;

#[repr(C)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

fn change_mount(path: &CStr, flags: c_int, set: u64, clear: u64) -> io::Result<()> {
    let attributes = MountAttributes { set, clear, propagation: 0, user_namespace: 0 };
    let size = size_of::<MountAttributes>();
    // SAFETY: a string that ends in a zero byte, and a structure of the size that is given.
    check(unsafe {
        libc::syscall(libc::SYS_mount_setattr, libc::AT_FDCWD, path.as_ptr(), flags, &attributes, size)
    })
}

fn mount(source: &CStr, target: &CStr, flags: c_ulong) -> io::Result<()> {
    // SAFETY: strings that end in a zero byte; these kinds of mounts take neither a type nor data.
    check(unsafe { libc::mount(source.as_ptr(), target.as_ptr(), ptr::null(), flags, ptr::null()) }.into())
}

fn unshare(flags: c_int) -> io::Result<()> {
    // SAFETY: the process has one thread since the fork, so nothing is shared with another.
    check(unsafe { libc::unshare(flags) }.into())
}

fn open_directory(path: &CStr) -> io::Result<RawFd> {
    // SAFETY: a string that ends in a zero byte. The descriptor is closed by `exec`.
    let opened = unsafe { libc::open(path.as_ptr(), libc::O_DIRECTORY | libc::O_PATH | libc::O_CLOEXEC) };
    check(opened.into())?;
    Ok(opened)
}

fn write_file(directory: RawFd, name: &CStr, text: &CStr) -> io::Result<()> {
    let bytes = text.to_bytes();
    // SAFETY: strings that end in a zero byte, and a buffer as long as it says; the file is closed once.
    unsafe {
        let file = libc::openat(directory, name.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        check(file.into())?;
        let written = check(libc::write(file, bytes.as_ptr().cast(), bytes.len()) as c_long);
        libc::close(file);
        written
    }
}

/// A new network namespace has a loopback interface that is down.
fn start_loopback() -> io::Result<()> {
    // SAFETY: the structure is plain data that zeros are valid for, and the socket is closed once.
    unsafe {
        let socket = libc::socket(libc::AF_INET, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC, 0);
        check(socket.into())?;
        let mut request: libc::ifreq = std::mem::zeroed();
        request.ifr_name[0] = b'l' as libc::c_char;
        request.ifr_name[1] = b'o' as libc::c_char;
        request.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as libc::c_short;
        let done = check(libc::ioctl(socket, libc::SIOCSIFFLAGS as _, &request).into());
        libc::close(socket);
        done
    }
}

/// Gives up all capabilities, for now and for the program: root is then a user like any other.
fn drop_capabilities() -> io::Result<()> {
    /// SECBIT_NOROOT and SECBIT_NO_SETUID_FIXUP, both locked.
    const ROOT_IS_ORDINARY: c_ulong = 0b1111;
    const VERSION_3: u32 = 0x2008_0522;
    let header: [u32; 2] = [VERSION_3, 0];
    let none: [u32; 6] = [0; 6];
    // SAFETY: numbers, and structures of the size that this version has.
    unsafe {
        check(libc::prctl(libc::PR_SET_SECUREBITS, ROOT_IS_ORDINARY, 0, 0, 0).into())?;
        check(libc::syscall(libc::SYS_capset, header.as_ptr(), none.as_ptr()))
    }
}

/// Returns the version of Landlock that the kernel has; 0 for none.
pub(super) fn landlock_version() -> u32 {
    const LANDLOCK_CREATE_RULESET: c_long = 444;
    const ASK_FOR_VERSION: u32 = 1;
    // SAFETY: with this flag there is no structure.
    let version =
        unsafe { libc::syscall(LANDLOCK_CREATE_RULESET, ptr::null::<u8>(), 0usize, ASK_FOR_VERSION) };
    u32::try_from(version).unwrap_or(0)
}

fn check(answer: c_long) -> io::Result<()> {
    if answer < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
