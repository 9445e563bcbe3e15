//! Entries from the JVM: loading, attaching, starting and ending a recording.

pub mod load;
mod start;
