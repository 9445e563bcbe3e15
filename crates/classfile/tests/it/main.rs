//! Class files that javac wrote, rewritten and damaged.

mod assemble;
mod initialization;
mod limits;
mod malformed;
mod rewrite;
mod support;
