//! Reenact against the real JVM, on every class of the installed JDKs and of third-party jars.
//!
//! The other crates' tests show that each rule holds on a small example. These show that the rules
//! are the right ones: the JVM, which wrote or loads the same classes, must agree.

mod corpus;
mod facts;
mod jar;
mod load;
mod probe;

pub use corpus::{Class, corpus, jars_of, jdk_classes, read_jar};
pub use facts::{Comparison, Difference, LeftOut, Model, Scope, Side, ask_jvm, compare};
pub use jar::{StoredJar, crc32};
pub use load::{Loader, Outcome};
pub use probe::{PROBE_CLASS, Probes, instrument, probe_class};
