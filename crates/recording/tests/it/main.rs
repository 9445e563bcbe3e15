//! Recordings, written and read back.

mod damage;
mod figures;
mod reading;
mod support;
