//! Logical forms of graphs that a JVM dumped.

mod damage;
mod dump;
mod forms;
mod sameness;
