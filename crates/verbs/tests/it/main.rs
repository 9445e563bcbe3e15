//! Verbs on real JVMs.

mod order;
