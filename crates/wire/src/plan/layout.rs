//! Where things are in the bytes of a plan.

/// The first bytes of every plan. The line ends show a transfer that took it for text.
pub const MAGIC: [u8; 8] = *b"RNPLAN\r\n";
/// Raised when old readers would misread.
pub const MAJOR: u16 = 1;
/// Raised when something was added that old readers may ignore.
pub const MINOR: u16 = 3;

/// Magic, major, minor, length, checksum, number of sections.
pub const HEADER: usize = 24;
/// The checksum's place in the header; it covers all other bytes.
pub const CHECKSUM: usize = 16;
/// Kind, offset, length.
pub const SECTION_ROW: usize = 12;
/// A plan has few sections; more than this is nonsense.
pub const MAX_SECTIONS: usize = 256;

pub const STRINGS: u32 = 1;
pub const CLASSES: u32 = 2;
pub const METHODS: u32 = 3;
pub const PARAMETERS: u32 = 4;
pub const FRONTIERS: u32 = 5;
pub const FIELDS: u32 = 6;
pub const SETTINGS: u32 = 7;
/// Since version 1.3.
pub const POINTS: u32 = 8;

/// Name, first method, number of methods.
pub const CLASS_ROW: usize = 12;
/// Name, descriptor, probes, first parameter, number of parameters, frontier.
pub const METHOD_ROW: usize = 24;
/// First field, number of fields.
pub const FRONTIER_ROW: usize = 8;
/// Class, name.
pub const FIELD_ROW: usize = 8;
/// Class, name, descriptor, kind.
pub const POINT_ROW: usize = 16;
/// The frontier of methods that may reach everything.
pub const NO_FRONTIER: u32 = u32::MAX;

/// The number at a byte offset, or 0 past the end: readers check extents before they ask.
#[inline]
pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    match bytes.get(at..).and_then(|rest| rest.first_chunk::<4>()) {
        Some(chunk) => u32::from_le_bytes(*chunk),
        None => 0,
    }
}
