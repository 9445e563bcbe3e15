//! Programs that are started, confined, watched and stopped.

mod escapes;
mod foreground;
