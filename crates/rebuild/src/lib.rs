//! Plans that rebuild recorded objects through the subject's own constructors and methods.

pub mod plan;
