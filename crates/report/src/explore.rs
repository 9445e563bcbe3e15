//! The reports of `reenact explore`.

pub mod exploration;
pub mod survey;
