//! Bodies, paths and effects of small Java programs and of the JDK.

mod body;
mod damaged;
mod differential;
mod effects;
mod follow;
mod jdk;
mod paths;
mod support;
mod terms;
