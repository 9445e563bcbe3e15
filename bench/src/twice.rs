//! The same work done twice, in JVMs that have as little in common as can be had: what differs then, though a
//! method was given the same, depends on state.
//!
//! The static analysis says which methods depend on state, and replay answers these from a recording. Whatever
//! differs must be such a method, or call one: everything else is a mistake of the analysis.

pub mod conditions;
pub mod cover;
pub mod invocations;
pub mod subjects;

#[cfg(test)]
mod tests;
