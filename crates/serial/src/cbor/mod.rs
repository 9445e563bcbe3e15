//! Documents as CBOR (RFC 8949): definite lengths and the shortest numbers, so that each document has one encoding.
//!
//! Text with lone surrogates is WTF-8 in a byte string with tag 273, as IANA registers it.

mod decode;
mod encode;

pub use decode::decode;
pub use encode::encode;

/// The tag of a byte string with WTF-8 in it.
const WTF8: u64 = 273;
