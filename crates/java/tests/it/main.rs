//! Written Java, compiled and run; edits of Java that exists.

mod edits;
mod exact;
mod hostile;
mod size;
mod support;
mod syntax;
