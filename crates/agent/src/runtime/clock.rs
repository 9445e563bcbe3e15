//! Time: the logical clock that orders events, and the time since the recording started.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The clocks of one recording.
pub struct Clock {
    logical: AtomicU64,
    started: Instant,
}

impl Clock {
    /// Starts both clocks.
    pub fn start() -> Self {
        Clock { logical: AtomicU64::new(1), started: Instant::now() }
    }

    /// Returns the next moment of the logical clock.
    pub fn tick(&self) -> u64 {
        self.logical.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns the time since the recording started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
