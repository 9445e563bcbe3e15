//! Process groups: how a process and all it started are ended together.
//!
//! A child in a group of its own no longer gets the terminal's Ctrl-C, and a process that dies of a
//! signal runs no destructors. So the first child installs a signal thread, which ends every living
//! group and then lets the signal do to us what it would have done anyway.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::{fs, io, thread};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// Groups to end when a signal ends us. A group leaves before its leader is reaped: from then on
/// its number may belong to somebody else.
static LIVING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// The process group of a child that we started.
#[derive(Debug)]
pub(super) struct Group {
    leader: Pid,
}

impl Group {
    /// Starts a command as the leader of a new group.
    pub(super) fn spawn(command: &mut Command) -> io::Result<(Child, Group)> {
        watch_signals();
        // Held while spawning, so that no signal falls between a child's birth and its entry.
        let mut living = living();
        let child = command.process_group(0).spawn()?;
        let leader = Pid::from_child(&child);
        living.push(leader);
        Ok((child, Group { leader }))
    }

    /// A function that blocks until the leader has ended, and leaves it to be reaped.
    pub(super) fn leader_ended(&self) -> impl FnOnce() + Send + use<> {
        let leader = self.leader;
        let ended_unreaped = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        move || while let Err(Errno::INTR) = waitid(WaitId::Pid(leader), ended_unreaped) {}
    }

    /// Ends every process in the group. The leader must be reaped only afterwards.
    pub(super) fn end(&self) {
        let mut living = living();
        if let Some(position) = living.iter().position(|&leader| leader == self.leader) {
            living.swap_remove(position);
            // That nobody is left to end is fine.
            let _ = kill_process_group(self.leader, Signal::KILL);
        }
    }
}

fn living() -> MutexGuard<'static, Vec<Pid>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the signal thread, once. Where that is refused, children still end on drop and on timeout.
pub(super) fn watch_signals() {
    static WATCH: Once = Once::new();
    WATCH.call_once(start_signal_thread);
}

fn start_signal_thread() {
    let ignored = ignored_signals();
    let watched = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let Ok(mut signals) = Signals::new(watched) else { return };
    let _ = thread::Builder::new().name("end children".into()).spawn(move || {
        for signal in signals.forever() {
            // Kept until we are gone, so that nobody starts another child meanwhile.
            let living = living();
            for &leader in living.iter() {
                let _ = kill_process_group(leader, Signal::KILL);
            }
            super::scratch::remove_all();
            let _ = emulate_default_handler(signal);
        }
    });
}

/// The signals that our parent told us to ignore (`nohup` does), as a mask. Catching them would
/// bring back the death that the user has ruled out.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
