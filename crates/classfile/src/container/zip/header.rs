//! The headers of entries: one in the central directory, one in front of the data.

use super::end::{u16_at, u32_at, u64_at};
use super::names;

/// An entry of an archive's directory. Only the directory is trusted.
pub(super) struct Entry {
    pub name: Box<str>,
    /// Inflated, as declared.
    pub size: u64,
    /// As it lies in the archive.
    pub packed: u64,
    pub crc: u32,
    /// Where its local header is, from the archive's start.
    pub local_header: u64,
    pub method: Method,
    pub is_encrypted: bool,
}

/// How an entry is packed (APPNOTE 4.4.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    Stored,
    Deflated,
    Other(u16),
}

/// Size of a local header without its variable fields (APPNOTE 4.3.7).
pub(super) const LOCAL_SIZE: usize = 30;
pub(super) const LOCAL_SIGNATURE: &[u8] = b"PK\x03\x04";
/// Size of a central directory header without its variable fields (APPNOTE 4.3.12).
const CENTRAL_SIZE: usize = 46;
pub(super) const CENTRAL_SIGNATURE: &[u8] = b"PK\x01\x02";

impl Entry {
    /// Reads the header at an offset, and says how long it is; `None` if there is none.
    pub(super) fn read(bytes: &[u8], at: usize) -> Option<(Entry, usize)> {
        let header = bytes.get(at..at + CENTRAL_SIZE)?;
        if !header.starts_with(CENTRAL_SIGNATURE) {
            return None;
        }
        let length = |at| u16_at(header, at).map(usize::from);
        let name_end = at + CENTRAL_SIZE + length(28)?;
        let extra_end = name_end + length(30)?;
        let end = extra_end + length(32)?;
        if end > bytes.len() {
            return None;
        }
        let small = [u32_at(header, 24)?, u32_at(header, 20)?, u32_at(header, 42)?];
        let [size, packed, local_header] = widened(small, &bytes[name_end..extra_end]);
        let entry = Entry {
            name: names::decode(&bytes[at + CENTRAL_SIZE..name_end]).into(),
            size,
            packed,
            crc: u32_at(header, 16)?,
            local_header,
            method: match u16_at(header, 10)? {
                0 => Method::Stored,
                8 => Method::Deflated,
                other => Method::Other(other),
            },
            is_encrypted: u16_at(header, 8)? & 1 != 0,
        };
        Some((entry, end - at))
    }
}

/// The numbers of a header, taken from its ZIP64 field where they do not fit 32 bits. The field has only
/// those, in this order (APPNOTE 4.5.3).
fn widened(small: [u32; 3], extra: &[u8]) -> [u64; 3] {
    let mut field = zip64_field(extra).unwrap_or_default();
    small.map(|number| {
        if number != u32::MAX {
            return number.into();
        }
        let wide = u64_at(field, 0);
        field = field.get(8..).unwrap_or_default();
        wide.unwrap_or(number.into())
    })
}

/// The contents of the extra field with the id 1.
fn zip64_field(extra: &[u8]) -> Option<&[u8]> {
    let mut at = 0;
    loop {
        let (id, length) = (u16_at(extra, at)?, usize::from(u16_at(extra, at + 2)?));
        let contents = extra.get(at + 4..at + 4 + length)?;
        if id == 1 {
            return Some(contents);
        }
        at += 4 + length;
    }
}
