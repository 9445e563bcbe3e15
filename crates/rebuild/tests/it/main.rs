//! Plans and forms that rebuild objects, executed by a JVM.

mod dump;
mod logical;
mod plans;
