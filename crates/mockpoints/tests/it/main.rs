//! Mocking points of Java programs.

mod robust;
mod support;
mod targets;
