//! Worlds of small Java programs.

mod classes;
mod code;
mod determinism;
mod graph;
mod resolution;
mod robust;
mod selection;
mod support;
