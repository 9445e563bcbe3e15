//! `reenact explore`: cover code that no recording reached.

pub mod survey;
