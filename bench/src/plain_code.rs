//! Tests made of recordings of third-party programs: the programs, and the figures that are printed.

pub mod data_lines;
pub mod figures;
pub mod programs;
pub mod reasons;
pub mod steps;
