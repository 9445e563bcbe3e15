//! The driver on real JVMs, with real JUnit, on every JDK that is here.

mod compiling;
mod isolation;
mod kinds;
mod leaving;
mod moved;
mod speed;
mod support;
mod trouble;
mod versions;
