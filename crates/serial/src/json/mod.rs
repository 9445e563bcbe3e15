//! Documents as JSON (RFC 8259).
//!
//! Lone surrogates are escapes, numbers that are not finite are texts, and bytes are Base64. All else is as the document has it.

mod decode;
mod encode;

pub use decode::decode;
pub use encode::{Layout, encode};

pub(crate) use decode::read_text;
pub(crate) use encode::escape;
