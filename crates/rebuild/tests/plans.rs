//! Plans against the JVM: Java code makes objects, a plan makes them again, and both are compared field by field.

#[path = "logical/dump.rs"]
mod dump;
#[path = "plans/java_code.rs"]
mod java_code;
#[path = "logical/java_code.rs"]
#[allow(dead_code, reason = "only its literals are of use here")]
mod literals;
#[path = "plans/support.rs"]
mod support;

#[path = "plans/graphs.rs"]
mod graphs;
#[path = "plans/histories.rs"]
mod histories;
#[path = "plans/inherited.rs"]
mod inherited;
#[path = "plans/limits.rs"]
mod limits;
#[path = "plans/nesting.rs"]
mod nesting;
#[path = "plans/papers.rs"]
mod papers;
#[path = "plans/stand_ins.rs"]
mod stand_ins;
#[path = "plans/values.rs"]
mod values;
