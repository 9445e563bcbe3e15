//! Recordings, written and read back.

mod damage;
mod joining;
mod reading;
mod support;
mod volume;
