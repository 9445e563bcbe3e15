//! Waiting for a process that is not ours, until it ends or the user interrupts.

use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::signals::Taking;

/// While this lives, the first Ctrl-C (or SIGTERM, or SIGHUP) does not end us: it is reported here. The
/// second one ends us as usual.
#[derive(Debug)]
pub struct Interruption {
    received: UnixStream,
    _taking: Taking,
}

/// Why a wait is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// The time was up.
    TimeUp,
    /// A signal interrupted us.
    Interrupted,
    /// The process has ended.
    Ended,
}

impl Interruption {
    /// Takes the next signal that would end us.
    pub fn expect() -> io::Result<Interruption> {
        let ((received, ()), taking) = Taking::start(|| {
            let (received, mut send) = UnixStream::pair()?;
            received.set_nonblocking(true)?;
            let mut first = true;
            let taker = move |_| std::mem::take(&mut first) && send.write_all(&[1]).is_ok();
            Ok::<_, io::Error>(((received, ()), Box::new(taker) as crate::signals::Taker))
        })?;
        Ok(Interruption { received, _taking: taking })
    }

    /// Waits until a process has ended, for at most this long if a limit is given. An interruption that
    /// has come before is reported at once, and once.
    pub fn wait(&mut self, process: &OwnedFd, limit: Option<Duration>) -> io::Result<Woken> {
        // A limit too far away to be a moment in time does not limit.
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        loop {
            let rest = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let timeout = rest.and_then(|rest| Timespec::try_from(rest).ok());
            let mut watched =
                [PollFd::new(&self.received, PollFlags::IN), PollFd::new(process, PollFlags::IN)];
            let polled = poll(&mut watched, timeout.as_ref());
            let [received, ended] = watched.map(|watched| !watched.revents().is_empty());
            match polled {
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
                Ok(_) if ended => return Ok(Woken::Ended),
                Ok(_) if received => {
                    self.received.read_exact(&mut [0])?;
                    return Ok(Woken::Interrupted);
                }
                Ok(_) => return Ok(Woken::TimeUp),
            }
        }
    }
}
