//! The reports of `reenact explore`.

pub mod survey;
