//! Making code and classes that were not there before.
//!
//! [`CodeBuilder`] makes a [`Snippet`]: straight-line code or code with its own branches, which
//! becomes a whole method ([`ClassBuilder`]) or is inserted into one ([`crate::rewrite`]).

mod class;
mod code;
mod pool;

pub use class::{AssembleError, ClassBuilder};
pub use code::{CodeBuilder, Label, LocalKind, Snippet, SnippetFrame};
pub use pool::PoolBuilder;
