//! What the agent says on the subject's standard error: little, and never what was recorded.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU8, Ordering};

use reenact_wire::options::LogLevel;

static LEVEL: AtomicU8 = AtomicU8::new(LogLevel::Warn as u8);

/// Sets how much is said.
pub fn set_level(level: LogLevel) {
    LEVEL.store(level as u8, Ordering::Relaxed);
}

/// Says something that matters this much. A subject without standard error hears nothing.
pub fn say(level: LogLevel, text: std::fmt::Arguments<'_>) {
    if level as u8 <= LEVEL.load(Ordering::Relaxed) {
        let _ = io::stderr().write_all(format!("reenact: {text}\n").as_bytes());
    }
}
