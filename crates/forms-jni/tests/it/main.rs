//! `io.reenact.serial.Forms` in real JVMs.

mod attacks;
mod examples;
mod hostile;
mod jar;
mod peers;
mod round_trips;
mod support;
