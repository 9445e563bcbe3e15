//! Programs that are started, watched and stopped.

mod foreground;
