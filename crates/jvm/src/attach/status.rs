//! The state of a process, from `/proc/PID/status`.

use std::fs;

use reenact_host::signals::{SignalSet, signals_in_status};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Status {
    /// The process, of which this may be a thread.
    pub(super) process: u32,
    /// Its number in the innermost container.
    pub(super) inner_pid: u32,
    /// Effective user and group.
    pub(super) uid: u32,
    pub(super) gid: u32,
    /// Signals that do not do what they do by default.
    pub(super) caught: SignalSet,
    pub(super) is_stopped: bool,
}

impl Status {
    /// Of a process that runs; `None` if it does not, or has ended and only waits to be reaped.
    pub(super) fn read(pid: u32) -> Option<Status> {
        Status::parse(&fs::read_to_string(format!("/proc/{pid}/status")).ok()?)
    }

    fn parse(text: &str) -> Option<Status> {
        let words = |line: &str| {
            let rest = text.lines().find_map(|text| text.strip_prefix(line))?;
            Some(rest.split_whitespace().collect::<Vec<_>>())
        };
        let number = |line: &str, at: usize| words(line)?.get(at)?.parse::<u32>().ok();
        let process = number("Tgid:", 0)?;
        let state = words("State:")?.first()?.to_string();
        if state == "Z" || state == "X" {
            return None;
        }
        // The line is missing in kernels without containers; the innermost number comes last.
        let inner_pid = words("NSpid:").and_then(|numbers| numbers.last()?.parse().ok()).unwrap_or(process);
        Some(Status {
            process,
            inner_pid,
            uid: number("Uid:", 1)?,
            gid: number("Gid:", 1)?,
            caught: signals_in_status("SigCgt:", text),
            is_stopped: state == "T" || state == "t",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Name:\tjava\nState:\tS (sleeping)\nTgid:\t400\nPid:\t400\nPPid:\t1\n\
        Uid:\t1000\t1001\t1000\t1000\nGid:\t100\t101\t100\t100\nNSpid:\t400\t12\t1\n\
        SigIgn:\t0000000000000000\nSigCgt:\t2000000181005ccf\n";

    #[test]
    fn a_process_in_a_container() {
        let status = Status::parse(TEXT).unwrap();
        assert_eq!((status.process, status.inner_pid, status.uid, status.gid), (400, 1, 1001, 101));
        assert!(status.caught.contains(signal_hook::consts::SIGQUIT) && !status.is_stopped);
    }

    #[test]
    fn a_process_that_would_die_of_the_signal() {
        // `java` before its JVM has started, or any other program.
        let text = TEXT.replace("2000000181005ccf", "0000000000000000");
        assert!(!Status::parse(&text).unwrap().caught.contains(signal_hook::consts::SIGQUIT));
        let text = TEXT.replace("SigCgt", "SigXyz");
        assert!(!Status::parse(&text).unwrap().caught.contains(signal_hook::consts::SIGQUIT));
    }

    #[test]
    fn what_is_dead_does_not_run() {
        assert_eq!(Status::parse(&TEXT.replace("S (sleeping)", "Z (zombie)")), None);
        assert!(Status::parse(&TEXT.replace("S (sleeping)", "T (stopped)")).unwrap().is_stopped);
        assert_eq!(Status::parse(""), None);
    }
}
