//! Inflating into a buffer of exactly the declared size.

use std::cell::RefCell;

use libdeflater::{DecompressionError, Decompressor};

thread_local! {
    /// Setting one up costs more than inflating a small class, and it holds some 10 KB of tables.
    static DECOMPRESSOR: RefCell<Decompressor> = RefCell::new(Decompressor::new());
}

/// The most bytes that one byte of deflate can stand for: a match of 258 bytes takes at least two
/// bits, one for its length and one for its distance (RFC 1951, 3.2.5).
const MAX_EXPANSION: u64 = 1032;

/// How compressed bytes are framed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    /// Bare deflate, as zip archives hold it (RFC 1951).
    Raw,
    /// Deflate with a header and a checksum, as runtime images hold it (RFC 1950).
    Zlib,
}

/// Whether `compressed` bytes of deflate could inflate to `size` bytes at all.
pub(super) fn can_inflate_to(compressed: u64, size: u64) -> bool {
    size <= compressed.saturating_mul(MAX_EXPANSION)
}

/// Inflates `data`, which must give exactly `size` bytes, or says what is wrong with it.
///
/// Bytes after the end of the deflate stream are ignored, as `java.util.zip.Inflater` ignores them.
pub(super) fn inflate(data: &[u8], size: u64, framing: Framing) -> Result<Vec<u8>, String> {
    let impossible =
        || format!("declared size of {size} bytes cannot come from {} bytes of deflate", data.len());
    let capacity = usize::try_from(size).map_err(|_| impossible())?;
    if !can_inflate_to(data.len() as u64, size) {
        return Err(impossible());
    }
    // The buffer comes zeroed from the allocator: safe code has no way around that one pass.
    let mut inflated = vec![0; capacity];
    let result = DECOMPRESSOR.with_borrow_mut(|decompressor| match framing {
        Framing::Raw => decompressor.deflate_decompress(data, &mut inflated),
        Framing::Zlib => decompressor.zlib_decompress(data, &mut inflated),
    });
    match result {
        Ok(actual) if actual == capacity => Ok(inflated),
        Ok(actual) => Err(format!("inflates to {actual} bytes, but {size} are declared")),
        Err(DecompressionError::InsufficientSpace) => {
            Err(format!("inflates to more than the {size} bytes that are declared"))
        }
        Err(DecompressionError::BadData) => Err("deflate data is corrupt or cut short".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::fixtures::deflate;

    #[test]
    fn inflates_to_exactly_the_declared_size() {
        let compressed = deflate(&[7; 1000]);
        assert_eq!(inflate(&compressed, 1000, Framing::Raw).unwrap(), [7; 1000]);
        assert_eq!(
            inflate(&compressed, 999, Framing::Raw).unwrap_err(),
            "inflates to more than the 999 bytes that are declared"
        );
        assert_eq!(
            inflate(&compressed, 1001, Framing::Raw).unwrap_err(),
            "inflates to 1000 bytes, but 1001 are declared"
        );
    }

    #[test]
    fn nothing_inflates_to_nothing() {
        assert_eq!(inflate(&deflate(&[]), 0, Framing::Raw).unwrap(), []);
    }

    #[test]
    fn refuses_sizes_beyond_deflate_before_allocating() {
        for size in [4 * 1032 + 1, u64::MAX] {
            let reason = inflate(&[3, 0, 0, 0], size, Framing::Raw).unwrap_err();
            assert!(reason.ends_with("cannot come from 4 bytes of deflate"), "{reason}");
        }
    }

    #[test]
    fn the_densest_deflate_is_within_the_bound() {
        let size = 32 << 20;
        let compressed = deflate(&vec![0; size]);
        assert!(can_inflate_to(compressed.len() as u64, size as u64));
        assert!(!can_inflate_to(compressed.len() as u64, 2 * size as u64));
    }
}
