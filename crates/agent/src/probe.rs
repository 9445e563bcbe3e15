//! Probes: which methods get one, how it comes into the bytecode, and the native methods that it calls.

pub mod blocks;
pub mod class;
pub mod control;
pub mod filtered;
pub mod hook;
pub mod instrument;
pub mod natives;
pub mod open;
pub mod repeated;
pub mod retransform;
pub mod select;
pub mod sites;
pub mod token;
pub mod value;
