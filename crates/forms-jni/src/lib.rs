//! The native library behind `io.reenact.serial.Forms`: serial forms of objects in a running JVM, without the agent.
//!
//! This is glue. [`requests`] reads and writes the small messages with which Java announces classes, [`state`] keeps what was
//! announced, [`jni`] is the part of JNI's table that is needed, and [`entry`] has the native methods. The work is done by
//! [`reenact_serial::live`].

pub mod requests;
pub mod state;

mod entry;
mod jni;
