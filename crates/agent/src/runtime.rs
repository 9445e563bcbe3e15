//! Everything that the threads of a recording share.

pub mod memory;
pub mod messages;
pub mod methods;
pub mod session;
pub mod sync;
pub mod threads;
