//! Entries from the JVM: loading, attaching, starting and ending a recording.

mod class_path;
pub mod load;
mod module_options;
mod start;
