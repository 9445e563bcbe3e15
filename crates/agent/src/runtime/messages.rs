//! Messages on the subject's standard error: few, and never with recorded values.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU8, Ordering};

use reenact_wire::options::LogLevel;

static LEVEL: AtomicU8 = AtomicU8::new(LogLevel::Warn as u8);

/// Sets the level of messages.
pub fn set_level(level: LogLevel) {
    LEVEL.store(level as u8, Ordering::Relaxed);
}

/// Prints a message of this level. Without standard error it is dropped.
pub fn say(level: LogLevel, text: std::fmt::Arguments<'_>) {
    if level as u8 <= LEVEL.load(Ordering::Relaxed) {
        let _ = io::stderr().write_all(format!("reenact: {text}\n").as_bytes());
    }
}
