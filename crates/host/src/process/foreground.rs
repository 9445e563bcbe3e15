//! Running a program as a shell runs one in the foreground: with our terminal, in our process group.
//!
//! A group of its own would not get the terminal's Ctrl-C, and would be stopped as soon as it reads from
//! the terminal. So the program stays in ours, and signals are shared out: what the terminal sends has
//! reached the program already, a signal that is sent to us alone is handed on. We outlive all of them,
//! because there is work left when the program has ended.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, getpgrp, getpid, kill_process, pidfd_open, pidfd_send_signal,
    set_child_subreaper,
};
use signal_hook::consts::SIGINT;

use super::group::wait_unreaped;
use crate::signals::{Received, Taker, Taking};

/// How long what a program left running may take to end in order.
const GRACE: Duration = Duration::from_secs(10);

/// Runs a command to its end. What it leaves running in our process group is asked to end, and ended.
pub(super) fn run(command: &mut Command) -> io::Result<ExitStatus> {
    // Orphans become our children: that distinguishes them from other processes of a pipeline.
    let _ = set_child_subreaper(Some(getpid()));
    let ((mut child, leader), taking) = Taking::start(|| {
        let child = command.spawn()?;
        let leader = Pid::from_child(&child);
        Ok::<((Child, Pid), Taker), io::Error>(((child, leader), taker(leader)))
    })?;
    wait_unreaped(leader);
    end_leftovers();
    // Only now, since the taker uses the number of the leader, which is free from `wait` on.
    drop(taking);
    let _ = set_child_subreaper(None);
    child.wait()
}

/// The first Ctrl-C is the program's own affair, the second ends it. Other signals are handed on, as often
/// as they come.
fn taker(leader: Pid) -> Taker {
    let mut interrupts = 0;
    Box::new(move |Received { signal, by_terminal }| {
        interrupts += u32::from(signal == SIGINT);
        if signal == SIGINT && interrupts > 1 {
            let _ = kill_process(leader, Signal::KILL);
            for pid in descendants_in_our_group() {
                let _ = kill_process(pid, Signal::KILL);
            }
        } else if let (false, Some(signal)) = (by_terminal, Signal::from_named_raw(signal)) {
            let _ = kill_process(leader, signal);
        }
        true
    })
}

/// Ends what is left when the leader has ended: in order if it can, so that recordings are complete.
fn end_leftovers() {
    // More than once, because what ends may start something.
    for signal in [Signal::TERM, Signal::KILL, Signal::KILL] {
        let left: Vec<_> = descendants_in_our_group()
            .into_iter()
            .filter_map(|pid| pidfd_open(pid, PidfdFlags::empty()).ok())
            .collect();
        if left.is_empty() {
            return;
        }
        for process in &left {
            let _ = pidfd_send_signal(process, signal);
        }
        let deadline = Instant::now() + GRACE;
        for process in &left {
            let rest = deadline.saturating_duration_since(Instant::now());
            let timeout = Timespec::try_from(rest).ok();
            let _ = poll(&mut [PollFd::new(process, PollFlags::IN)], timeout.as_ref());
        }
    }
}

/// Our children in our process group, and theirs.
fn descendants_in_our_group() -> Vec<Pid> {
    let us = getpid();
    let processes: HashMap<Pid, Stat> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let text = fs::read(entry.path().join("stat")).ok()?;
            Stat::parse(&text)
        })
        .map(|stat| (stat.pid, stat))
        .collect();
    let descends = |stat: &Stat| {
        let mut parent = stat.parent;
        // Each step goes up, but the table was not read in one moment.
        for _ in 0..processes.len() {
            match parent {
                Some(parent) if parent == us => return true,
                Some(above) => parent = processes.get(&above).and_then(|stat| stat.parent),
                None => return false,
            }
        }
        false
    };
    let ours = processes.values().filter(|stat| stat.group == Some(getpgrp()) && !stat.is_dead);
    ours.filter(|stat| descends(stat)).map(|stat| stat.pid).collect()
}

/// The state of a process, from `/proc/PID/stat`.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    pid: Pid,
    parent: Option<Pid>,
    group: Option<Pid>,
    is_dead: bool,
}

impl Stat {
    fn parse(text: &[u8]) -> Option<Stat> {
        // The name stands in parentheses, and may have spaces and parentheses in it.
        let open = text.iter().position(|&byte| byte == b'(')?;
        let close = text.iter().rposition(|&byte| byte == b')')?;
        let pid = std::str::from_utf8(&text[..open]).ok()?.trim().parse().ok()?;
        let mut rest = std::str::from_utf8(&text[close + 1..]).ok()?.split_whitespace();
        let state = rest.next()?;
        let mut number = || rest.next().and_then(|number| number.parse().ok()).and_then(Pid::from_raw);
        let (parent, group) = (number(), number());
        Some(Stat { pid: Pid::from_raw(pid)?, parent, group, is_dead: matches!(state, "Z" | "X") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_processes_do_not_confuse() {
        let pid = |number| Pid::from_raw(number).unwrap();
        let stat = Stat::parse(b"42 (a) R 9 (b) S 7 5 1 0 -1\n").unwrap();
        let expected = Stat { pid: pid(42), parent: Some(pid(7)), group: Some(pid(5)), is_dead: false };
        assert_eq!(stat, expected);
        assert!(Stat::parse(b"42 (\xff) Z 0 0").is_some_and(|stat| stat.is_dead && stat.parent.is_none()));
        assert_eq!(Stat::parse(b"42 sh S 7 5"), None);
    }
}
