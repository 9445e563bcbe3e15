//! The uses that are made of probes.

pub mod history;
pub mod record;
