//! Tests made of recordings of programs that nobody here wrote: what is recorded, and what is told of it.

pub mod figures;
pub mod programs;
pub mod reasons;
