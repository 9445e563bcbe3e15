//! Recordings, written and read back.

mod damage;
mod reading;
mod support;
mod volume;
