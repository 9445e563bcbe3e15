//! Written Java, compiled and run.

mod exact;
mod hostile;
mod size;
mod support;
mod syntax;
