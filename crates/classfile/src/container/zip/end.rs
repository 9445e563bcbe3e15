//! Where an archive lies within the bytes that hold it.
//!
//! Zip is read from its end, and anything may stand in front of it: a launch script, another
//! program, another zip. Which end record counts, and where the archive therefore starts, is decided
//! here as `java.util.zip.ZipFile` decides it, because two readers that differ in this see
//! different classes in the same file.

use super::header::{CENTRAL_SIGNATURE, LOCAL_SIGNATURE};

/// An archive's place. All offsets are into the bytes that were searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// The position that the archive's own offsets are relative to.
    pub start: usize,
    /// Start of the central directory.
    pub directory: usize,
    /// End of the central directory, which is the first end record.
    pub directory_end: usize,
}

/// Why bytes are not an archive, and the offset where that was seen.
pub(super) type NotFound = (usize, String);

/// Finds the archive that ends last.
pub(super) fn locate(bytes: &[u8]) -> Result<Extent, NotFound> {
    let end_record = find_end_record(bytes).ok_or_else(|| {
        (
            bytes.len(),
            "not a zip archive: no end of central directory record in the last 65,557 bytes".to_owned(),
        )
    })?;
    let end = Directory::from_end_record(bytes, end_record);
    let comment_length = u16_at(bytes, end_record + 20).map_or(0, usize::from);
    if end_record + END_RECORD_SIZE + comment_length > bytes.len() {
        return Err((end_record, "archive comment runs past the end of the file".to_owned()));
    }
    let (directory_end, directory) = match find_zip64_record(bytes, end_record, &end) {
        Some((offset, zip64)) => (offset, zip64),
        None => (end_record, end),
    };
    let Some(start_of_directory) = before(directory_end, directory.size) else {
        let reason = format!(
            "end record declares a central directory of {} bytes, but only {directory_end} precede it",
            directory.size
        );
        return Err((directory_end, reason));
    };
    let Some(start) = before(start_of_directory, directory.offset) else {
        let reason = format!(
            "end record declares the central directory at offset {}, but it is at {start_of_directory}",
            directory.offset
        );
        return Err((directory_end, reason));
    };
    Ok(Extent { start, directory: start_of_directory, directory_end })
}

/// Size of the end of central directory record without its comment (APPNOTE 4.3.16).
const END_RECORD_SIZE: usize = 22;
const END_SIGNATURE: &[u8] = b"PK\x05\x06";
const MAX_COMMENT: usize = 0xffff;

const ZIP64_LOCATOR_SIZE: usize = 20;
const ZIP64_LOCATOR_SIGNATURE: &[u8] = b"PK\x06\x07";
const ZIP64_RECORD_SIZE: usize = 56;
const ZIP64_RECORD_SIGNATURE: &[u8] = b"PK\x06\x06";

/// The location of the central directory, according to an end record.
#[derive(Clone, Copy, Debug)]
struct Directory {
    entries: u64,
    size: u64,
    offset: u64,
}

impl Directory {
    fn from_end_record(bytes: &[u8], at: usize) -> Directory {
        Directory {
            entries: u16_at(bytes, at + 10).unwrap_or(0).into(),
            size: u32_at(bytes, at + 12).unwrap_or(0).into(),
            offset: u32_at(bytes, at + 16).unwrap_or(0).into(),
        }
    }

    /// A ZIP64 record counts only if it says the same wherever this one is able to say it.
    fn agrees_with(&self, zip64: &Directory) -> bool {
        (self.size == zip64.size || self.size == u32::MAX.into())
            && (self.offset == zip64.offset || self.offset == u32::MAX.into())
            && (self.entries == zip64.entries || self.entries == u16::MAX.into())
    }
}

/// The last end record that is believable: its comment ends with the file, or else (something was
/// appended, or the signature is part of a comment) headers lie where it says that they lie.
fn find_end_record(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END_RECORD_SIZE)?;
    let first = last.saturating_sub(MAX_COMMENT);
    (first..=last).rev().find(|&at| {
        if !bytes[at..].starts_with(END_SIGNATURE) {
            return false;
        }
        let comment_length = u16_at(bytes, at + 20).map_or(0, usize::from);
        let has_headers = || {
            let end = Directory::from_end_record(bytes, at);
            let directory = before(at, end.size)?;
            let start = before(directory, end.offset)?;
            Some(
                bytes[directory..].starts_with(CENTRAL_SIGNATURE)
                    && bytes[start..].starts_with(LOCAL_SIGNATURE),
            )
        };
        at + END_RECORD_SIZE + comment_length == bytes.len() || has_headers() == Some(true)
    })
}

/// The ZIP64 end record that belongs to an end record, if there is one (APPNOTE 4.3.14, 4.3.15).
///
/// Its locator holds an offset that is off by whatever stands in front of the archive. There the JDK
/// gives up; since the record usually lies right before its locator, it is looked for there too.
fn find_zip64_record(bytes: &[u8], end_record: usize, end: &Directory) -> Option<(usize, Directory)> {
    let locator = end_record.checked_sub(ZIP64_LOCATOR_SIZE)?;
    if !bytes[locator..].starts_with(ZIP64_LOCATOR_SIGNATURE) {
        return None;
    }
    let declared = usize::try_from(u64_at(bytes, locator + 8)?).ok();
    let adjacent = locator.checked_sub(ZIP64_RECORD_SIZE);
    let has_record = |&at: &usize| {
        at.checked_add(ZIP64_RECORD_SIZE).is_some_and(|end| end <= locator)
            && bytes[at..].starts_with(ZIP64_RECORD_SIGNATURE)
    };
    let at = [declared, adjacent].into_iter().flatten().find(has_record)?;
    let zip64 = Directory {
        entries: u64_at(bytes, at + 32)?,
        size: u64_at(bytes, at + 40)?,
        offset: u64_at(bytes, at + 48)?,
    };
    end.agrees_with(&zip64).then_some((at, zip64))
}

fn before(offset: usize, distance: u64) -> Option<usize> {
    offset.checked_sub(usize::try_from(distance).ok()?)
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
