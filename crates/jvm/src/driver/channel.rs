//! The pipes between us and the driver.
//!
//! They are named pipes in a directory of ours, and not the JVM's standard streams: what the subject, native
//! code or the JVM itself prints never gets between two frames. Whatever we wait for, we wait for the end of
//! the JVM as well, so that nothing blocks when it dies.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::Instant;

use reenact_wire::driver::frame::{Frames, TooLong};
use reenact_wire::driver::{Command, Event, EventError};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, FileType, Mode, OFlags, mknodat, open};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};

/// The two pipes, before their other ends are open.
#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) commands: PathBuf,
    pub(super) events: PathBuf,
    commands_end: OwnedFd,
    events_end: OwnedFd,
}

impl Pipes {
    /// Makes them in a directory, and opens our ends.
    pub(super) fn make(directory: &Path) -> io::Result<Pipes> {
        let paths = ["commands", "events"].map(|name| directory.join(name));
        for path in &paths {
            mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?;
        }
        let [commands, events] = paths;
        // Open for both, because to open a pipe for writing alone one must wait for a reader. That we are a
        // reader too only means that we do not hear when the JVM goes, and that we hear otherwise.
        let commands_end = open(&commands, OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())?;
        let events_end = open(&events, OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Pipes { commands, events, commands_end, events_end })
    }

    /// When the process at the other end is known.
    pub(super) fn connect(self, process: u32) -> io::Result<Channel> {
        let pid = i32::try_from(process).ok().and_then(Pid::from_raw).ok_or(io::ErrorKind::NotFound)?;
        Ok(Channel {
            commands: self.commands_end,
            events: self.events_end,
            process: pidfd_open(pid, PidfdFlags::empty())?,
            frames: Frames::default(),
            piece: vec![0; 64 << 10],
        })
    }
}

/// A connection to a driver.
#[derive(Debug)]
pub(super) struct Channel {
    commands: OwnedFd,
    events: OwnedFd,
    process: OwnedFd,
    frames: Frames,
    piece: Vec<u8>,
}

/// The result of waiting for an event.
#[derive(Debug)]
pub(super) enum Received {
    Event(Event),
    /// The JVM has ended, and everything that it had sent was received.
    Ended,
    /// The deadline has come first.
    TimeUp,
}

/// Why nothing can be said or heard any more.
#[derive(Debug, thiserror::Error)]
pub enum ChannelError {
    /// The system refuses.
    #[error("cannot talk to the driver: {0}")]
    Io(#[from] io::Error),
    /// Something is too long to be sent or received.
    #[error("cannot talk to the driver: {0}")]
    TooLong(#[from] TooLong),
    /// The message cannot be decoded.
    #[error(
        "the driver says what this program does not understand: {0}; delete the cache directory of reenact"
    )]
    Event(#[from] EventError),
}

impl From<Errno> for ChannelError {
    fn from(errno: Errno) -> Self {
        ChannelError::Io(errno.into())
    }
}

impl Channel {
    /// Sends a command. If the JVM ends or the deadline comes meanwhile the rest is dropped: the one who waits for the
    /// answer will be notified.
    pub(super) fn send(&mut self, command: &Command, deadline: Instant) -> Result<(), ChannelError> {
        let frame = command.encode()?;
        let mut rest = &frame[..];
        while !rest.is_empty() {
            match rustix::io::write(&self.commands, rest) {
                Ok(written) => rest = &rest[written..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    let writable = PollFd::new(&self.commands, PollFlags::OUT);
                    let mut watched = [writable, PollFd::new(&self.process, PollFlags::IN)];
                    let ready = wait(&mut watched, Some(deadline))?;
                    if !ready || !watched[1].revents().is_empty() {
                        return Ok(());
                    }
                }
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(())
    }

    /// Waits for the next event.
    pub(super) fn receive(&mut self, deadline: Option<Instant>) -> Result<Received, ChannelError> {
        loop {
            if let Some(payload) = self.frames.next_payload()? {
                return Ok(Received::Event(Event::decode(payload)?));
            }
            let readable = PollFd::new(&self.events, PollFlags::IN);
            let mut watched = [readable, PollFd::new(&self.process, PollFlags::IN)];
            if !wait(&mut watched, deadline)? {
                return Ok(Received::TimeUp);
            }
            let has_ended = !watched[1].revents().is_empty();
            match rustix::io::read(&self.events, &mut *self.piece) {
                // The other end is not open: either not yet, or no longer.
                Ok(0) if has_ended => return Ok(Received::Ended),
                Ok(0) => {
                    if !wait(&mut [PollFd::new(&self.process, PollFlags::IN)], deadline)? {
                        return Ok(Received::TimeUp);
                    }
                }
                Ok(length) => self.frames.push(&self.piece[..length]),
                // A child of the JVM may have the pipe still, but has nothing to say.
                Err(Errno::AGAIN) if has_ended => return Ok(Received::Ended),
                Err(Errno::AGAIN | Errno::INTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
    }
}

/// Waits until one of these is ready; false if the deadline comes first.
fn wait(watched: &mut [PollFd<'_>], deadline: Option<Instant>) -> Result<bool, Errno> {
    loop {
        let rest = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let timeout = rest.and_then(|rest| Timespec::try_from(rest).ok());
        match poll(watched, timeout.as_ref()) {
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno),
            Ok(ready) => return Ok(ready > 0),
        }
    }
}
