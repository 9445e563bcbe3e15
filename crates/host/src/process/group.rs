//! Process groups: how a process and all it started are ended together.
//!
//! A child in a group of its own no longer gets the terminal's Ctrl-C: see [`crate::signals`] for what
//! happens to it then.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::signals::watch_signals;

/// Groups to end when a signal ends us. A group leaves before its leader is reaped: from then on
/// its number may belong to another process.
static LIVING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// The process group of a child that we started.
#[derive(Debug)]
pub(crate) struct Group {
    leader: Pid,
}

impl Group {
    /// Starts a command as the leader of a new group.
    pub(crate) fn spawn(command: &mut Command) -> io::Result<(Child, Group)> {
        watch_signals();
        // Held while spawning, so that no signal falls between a child's birth and its entry.
        let mut living = living();
        let child = command.process_group(0).spawn()?;
        let leader = Pid::from_child(&child);
        living.push(leader);
        Ok((child, Group { leader }))
    }

    /// A function that blocks until the leader has ended, and leaves it to be reaped.
    pub(crate) fn leader_ended(&self) -> impl FnOnce() + Send + use<> {
        let leader = self.leader;
        move || wait_unreaped(leader)
    }

    /// Ends every process in the group. The leader must be reaped only afterwards.
    pub(crate) fn end(&self) {
        let mut living = living();
        if let Some(position) = living.iter().position(|&leader| leader == self.leader) {
            living.swap_remove(position);
            // An empty group is fine.
            let _ = kill_process_group(self.leader, Signal::KILL);
        }
    }
}

/// Blocks until a child has ended, and leaves it to be reaped: until then its number is not given to another process.
pub(crate) fn wait_unreaped(child: Pid) {
    let ended_unreaped = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    while let Err(Errno::INTR) = waitid(WaitId::Pid(child), ended_unreaped) {}
}

/// Ends every group, and calls `then` before another can be started.
pub(crate) fn end_all(then: impl FnOnce()) {
    let living = living();
    for &leader in living.iter() {
        let _ = kill_process_group(leader, Signal::KILL);
    }
    then();
}

fn living() -> MutexGuard<'static, Vec<Pid>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}
