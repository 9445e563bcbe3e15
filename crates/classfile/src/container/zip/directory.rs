//! An archive's central directory, and the bytes that its entries point to.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::end::{self, Extent, u16_at};
use super::header::{self, Entry, Method};
use crate::container::inflate::{self, Framing};
use crate::container::{ContainerError, Options, SharedBytes};

/// An archive's entries and bytes, shared by all views of it.
pub(super) struct Directory {
    location: Box<str>,
    bytes: SharedBytes,
    /// The position that the offsets of entries are relative to.
    start: usize,
    /// In the archive's order, with its directories and repeated names.
    entries: Vec<Entry>,
    options: Options,
    depth: u32,
    /// Bytes that nested archives may still be inflated to, for the whole tree of archives.
    nested_budget: Arc<AtomicU64>,
}

impl Directory {
    /// Reads the directory of an archive that is not nested in another.
    pub(super) fn read(
        location: &str,
        bytes: SharedBytes,
        options: &Options,
    ) -> Result<Self, ContainerError> {
        let nested_budget = Arc::new(AtomicU64::new(options.limits.nested_total));
        Self::read_at_depth(location.into(), bytes, options.clone(), 0, nested_budget)
    }

    pub(super) fn location(&self) -> &str {
        &self.location
    }

    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The bytes of an entry, borrowed if they are stored.
    pub(super) fn read_entry(&self, entry: &Entry) -> Result<Cow<'_, [u8]>, ContainerError> {
        self.find_data(entry, self.options.limits.entry_size)
            .and_then(|data| self.unpack(entry, data))
            .map_err(|reason| self.error(entry, reason))
    }

    /// The directory of an archive that is an entry of this one.
    pub(super) fn read_nested(&self, entry: &Entry) -> Result<Directory, ContainerError> {
        let bytes = self.nested_bytes(entry).map_err(|reason| self.error(entry, reason))?;
        let location = self.location_of(entry).into_boxed_str();
        Self::read_at_depth(location, bytes, self.options.clone(), self.depth + 1, self.nested_budget.clone())
    }

    /// An error about an entry.
    pub(super) fn error(&self, entry: &Entry, reason: impl Into<String>) -> ContainerError {
        let offset = (self.start as u64).saturating_add(entry.local_header);
        ContainerError::new(self.location_of(entry), offset, reason)
    }

    fn read_at_depth(
        location: Box<str>,
        bytes: SharedBytes,
        options: Options,
        depth: u32,
        nested_budget: Arc<AtomicU64>,
    ) -> Result<Self, ContainerError> {
        let error =
            |(offset, reason): (usize, String)| ContainerError::new(&*location, offset as u64, reason);
        let extent = end::locate(&bytes).map_err(error)?;
        let entries = read_entries(&bytes, &extent, options.limits.entries).map_err(error)?;
        refuse_overlap(&entries, &bytes).map_err(|reason| error((extent.directory, reason)))?;
        Ok(Directory { location, bytes, start: extent.start, entries, options, depth, nested_budget })
    }

    fn nested_bytes(&self, entry: &Entry) -> Result<SharedBytes, String> {
        let limits = &self.options.limits;
        if self.depth >= limits.depth {
            return Err(format!("archives are nested deeper than the limit of {}", limits.depth));
        }
        let data = self.find_data(entry, limits.nested_size)?;
        if entry.method == Method::Stored {
            // Its entries have checksums of their own; checking the whole as well would fetch every
            // page of a mapped file.
            check_stored(entry)?;
            return self.bytes.slice(data).ok_or_else(|| PAST_END.to_owned());
        }
        let spend = |budget: u64| budget.checked_sub(entry.size);
        if self.nested_budget.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend).is_err() {
            return Err(format!(
                "nested archives are over their common limit of {} bytes",
                limits.nested_total
            ));
        }
        Ok(SharedBytes::new(self.unpack(entry, data)?.into_owned()))
    }

    /// Where an entry's data lie, as they are packed. The local header in front of them has a name and
    /// extra fields of its own lengths; all else it says is left unread, since it may leave sizes and
    /// checksum to a descriptor behind the data (APPNOTE 4.4.4, bit 3).
    fn find_data(&self, entry: &Entry, limit: u64) -> Result<Range<usize>, String> {
        if entry.is_encrypted {
            return Err("entry is encrypted".to_owned());
        }
        if let Method::Other(method) = entry.method {
            return Err(format!("compression method {method} is not supported"));
        }
        if entry.size > limit {
            return Err(format!("declared size of {} bytes is over the limit of {limit}", entry.size));
        }
        let past_end = || PAST_END.to_owned();
        let at = usize::try_from(entry.local_header).ok().and_then(|at| at.checked_add(self.start));
        let at = at.filter(|&at| at < self.bytes.len()).ok_or_else(past_end)?;
        if !self.bytes[at..].starts_with(header::LOCAL_SIGNATURE) {
            return Err("no local file header where the directory has it".to_owned());
        }
        let lengths = u16_at(&self.bytes, at + 26).zip(u16_at(&self.bytes, at + 28));
        let (name, extra) = lengths.ok_or_else(past_end)?;
        let start = at + header::LOCAL_SIZE + usize::from(name) + usize::from(extra);
        let end = usize::try_from(entry.packed).ok().and_then(|packed| start.checked_add(packed));
        let end = end.filter(|&end| end <= self.bytes.len()).ok_or_else(past_end)?;
        Ok(start..end)
    }

    fn unpack(&self, entry: &Entry, data: Range<usize>) -> Result<Cow<'_, [u8]>, String> {
        let data = &self.bytes[data];
        let bytes = if entry.method == Method::Stored {
            check_stored(entry)?;
            Cow::Borrowed(data)
        } else {
            Cow::Owned(inflate::inflate(data, entry.size, Framing::Raw)?)
        };
        if self.options.check_crc {
            let actual = libdeflater::crc32(&bytes);
            if actual != entry.crc {
                return Err(format!("checksum is {actual:08x}, but {:08x} is declared", entry.crc));
            }
        }
        Ok(bytes)
    }

    fn location_of(&self, entry: &Entry) -> String {
        format!("{}!/{}", self.location, entry.name)
    }
}

const PAST_END: &str = "data runs past the end of the archive";

fn read_entries(bytes: &[u8], extent: &Extent, limit: usize) -> Result<Vec<Entry>, (usize, String)> {
    let mut entries = Vec::new();
    let mut at = extent.directory;
    while at < extent.directory_end {
        if entries.len() == limit {
            return Err((at, format!("archive has more entries than the limit of {limit}")));
        }
        let read = Entry::read(&bytes[..extent.directory_end], at);
        let (entry, length) = read.ok_or_else(|| (at, "damaged central directory".to_owned()))?;
        entries.push(entry);
        at += length;
    }
    Ok(entries)
}

/// Refuses an archive whose entries share their data, the way to make a small archive inflate to
/// terabytes without nesting. It shows in a total that deflate cannot reach otherwise. An entry that
/// will be refused by itself when it is read does not count.
fn refuse_overlap(entries: &[Entry], bytes: &[u8]) -> Result<(), String> {
    let readable = entries.iter().filter(|entry| {
        !matches!(entry.method, Method::Other(_))
            && entry.packed <= bytes.len() as u64
            && inflate::can_inflate_to(entry.packed, entry.size)
    });
    let total = readable.fold(0u64, |total, entry| total.saturating_add(entry.size));
    if inflate::can_inflate_to(bytes.len() as u64, total) {
        return Ok(());
    }
    Err(format!("entries of {total} bytes in all cannot come from {} bytes unless they overlap", bytes.len()))
}

fn check_stored(entry: &Entry) -> Result<(), String> {
    if entry.packed == entry.size {
        return Ok(());
    }
    Err(format!("{} bytes are stored, but {} are declared", entry.packed, entry.size))
}
