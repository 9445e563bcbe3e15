//! Bodies, paths and effects of small Java programs and of the JDK.

mod body;
mod damaged;
mod differential;
mod effects;
mod jdk;
mod paths;
mod support;
