//! Generated test classes, compiled and run.

mod damage;
mod shapes;
mod shop;
mod stand_in;
mod support;
mod values;
