//! From finished captures to files: a queue, one writer thread, segments on disk.

pub mod files;
pub mod queue;
pub mod writer;
