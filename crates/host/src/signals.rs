//! Handling of signals that would end us.
//!
//! A process that dies of a signal runs no destructors. So a thread takes signals in: it ends every
//! living group, removes what is temporary, and then lets the signal do to us what it would have done
//! anyway. A caller that can handle a signal, such as by ending a recording in order, takes
//! it first.

use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::{fs, thread};

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::WithOrigin;
use signal_hook::low_level::emulate_default_handler;
use signal_hook::low_level::siginfo::Cause;

/// A signal that came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Received {
    pub(crate) signal: i32,
    /// Whether a terminal sent it, by Ctrl-C or by going away: then all of our process group has it.
    pub(crate) by_terminal: bool,
}

/// Handles a signal; returns true if nothing else should happen.
pub(crate) type Taker = Box<dyn FnMut(Received) -> bool + Send>;

/// Takers with their numbers; the last one is asked.
static TAKERS: Mutex<Vec<(u64, Taker)>> = Mutex::new(Vec::new());

/// Signals go to a taker as long as this lives.
#[derive(Debug)]
pub(crate) struct Taking {
    number: u64,
}

impl Taking {
    /// Starts something, and hands signals to the taker that comes with it. Signals wait meanwhile, so
    /// that none falls between the two.
    pub(crate) fn start<T, E>(start: impl FnOnce() -> Result<(T, Taker), E>) -> Result<(T, Taking), E> {
        watch_signals();
        let mut takers = takers();
        let (started, taker) = start()?;
        let number = takers.last().map_or(0, |(number, _)| number + 1);
        takers.push((number, taker));
        Ok((started, Taking { number }))
    }
}

impl Drop for Taking {
    fn drop(&mut self) {
        takers().retain(|(number, _)| *number != self.number);
    }
}

fn takers() -> MutexGuard<'static, Vec<(u64, Taker)>> {
    TAKERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the signal thread, once. Where that is refused, children still end on drop and on timeout.
pub(crate) fn watch_signals() {
    static WATCH: Once = Once::new();
    WATCH.call_once(start_signal_thread);
}

fn start_signal_thread() {
    let ignored = signals_in_status("SigIgn:", &fs::read_to_string("/proc/self/status").unwrap_or_default());
    // A signal that our parent process ignores (`nohup` does) must stay ignored: catching it would end us.
    let watched = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].into_iter().filter(|&signal| !ignored.contains(signal));
    let Ok(mut signals) = SignalsInfo::<WithOrigin>::new(watched) else { return };
    let _ = thread::Builder::new().name("signals".into()).spawn(move || {
        for origin in signals.forever() {
            let received = Received { signal: origin.signal, by_terminal: origin.cause == Cause::Kernel };
            let taken = takers().last_mut().is_some_and(|(_, taker)| taker(received));
            if !taken {
                end_with(origin.signal);
            }
        }
    });
}

fn end_with(signal: i32) {
    crate::process::group::end_all(|| {
        crate::scratch::remove_all(|| {
            let _ = emulate_default_handler(signal);
        });
    });
}

/// A set of signals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignalSet(u64);

impl SignalSet {
    pub fn contains(self, signal: i32) -> bool {
        self.0 >> (signal - 1) & 1 == 1
    }
}

/// A set of signals in the text of `/proc/PID/status`, by the name of its line.
pub fn signals_in_status(line: &str, status: &str) -> SignalSet {
    let mask = status.lines().find_map(|text| text.strip_prefix(line));
    SignalSet(mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0))
}
