//! What bytecode does, without its stack.
//!
//! [`paths`] says of a small method, such as a constructor, a setter or a factory, exactly what it does
//! on each way through it, in [`Term`](term::Term)s over its parameters.

pub mod term;

pub mod paths;
