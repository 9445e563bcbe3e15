//! Recording of calls: which are captured, and how.

pub mod capture;
pub mod sampling;
