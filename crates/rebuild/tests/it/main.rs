//! Plans and forms that rebuild objects, executed by a JVM.

mod logical;
mod plans;
