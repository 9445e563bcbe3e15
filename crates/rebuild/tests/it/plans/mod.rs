//! Plans against the JVM: Java code makes objects, a plan makes them again, and both are compared field by field.

mod java_code;
mod support;

mod graphs;
mod histories;
mod inherited;
mod limits;
mod nesting;
mod papers;
mod serial_forms;
mod stand_ins;
mod values;
