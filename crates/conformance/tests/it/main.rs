//! Whole JDKs and jars of Maven Central, against the JVM's own account of them.

mod containers;
mod reading;
mod verifying;
mod world;
