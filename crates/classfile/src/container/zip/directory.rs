//! An archive's central directory, and the bytes that its entries point to.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rawzip::{
    CompressionMethod, ErrorKind, ZipArchiveEntryWayfinder, ZipFileHeaderRecord, ZipLocator, ZipSliceArchive,
    ZipSliceEntry,
};

use super::end::{self, END_RECORD_SIZE, Extent};
use super::names;
use crate::container::inflate::{self, Framing};
use crate::container::{ContainerError, Options, SharedBytes};

/// An archive's entries and bytes, shared by all views of it.
pub(super) struct Directory {
    location: Box<str>,
    zip: ZipSliceArchive<SharedBytes>,
    /// Where `zip` starts within the container.
    start: u64,
    /// In the archive's order, with its directories and repeated names.
    entries: Vec<Entry>,
    options: Options,
    depth: u32,
    /// Bytes that nested archives may still be inflated to, for the whole tree of archives.
    nested_budget: Arc<AtomicU64>,
}

/// One record of the central directory. Only the directory is believed: a local header may leave
/// sizes and checksum to the data descriptor that follows the data (APPNOTE 4.4.4, bit 3).
pub(super) struct Entry {
    pub(super) name: Box<str>,
    /// Inflated, as declared.
    pub(super) size: u64,
    wayfinder: ZipArchiveEntryWayfinder,
    local_header: u64,
    method: CompressionMethod,
    is_encrypted: bool,
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
            .and_then(|data| self.unpack(entry, &data))
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
        ContainerError::new(self.location_of(entry), self.start.saturating_add(entry.local_header), reason)
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
        let zip = open_zip(&bytes, &extent).map_err(|reason| error((extent.end_record, reason)))?;
        let entries = read_entries(&zip, &extent, options.limits.entries).map_err(error)?;
        refuse_overlap(&entries, &bytes).map_err(|reason| error((extent.directory, reason)))?;
        let start = extent.start as u64;
        Ok(Directory { location, zip, start, entries, options, depth, nested_budget })
    }

    fn nested_bytes(&self, entry: &Entry) -> Result<SharedBytes, String> {
        let limits = &self.options.limits;
        if self.depth >= limits.depth {
            return Err(format!("archives are nested deeper than the limit of {}", limits.depth));
        }
        let data = self.find_data(entry, limits.nested_size)?;
        if entry.method == CompressionMethod::STORE {
            // Its entries have checksums of their own; checking the whole as well would fetch every
            // page of a mapped file.
            stored(entry, &data)?;
            let (start, end) = data.compressed_data_range();
            let range = start as usize..end as usize;
            return self.zip.get_ref().slice(range).ok_or_else(|| PAST_END.to_owned());
        }
        let spend = |budget: u64| budget.checked_sub(entry.size);
        if self.nested_budget.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend).is_err() {
            return Err(format!(
                "nested archives are over their common limit of {} bytes",
                limits.nested_total
            ));
        }
        Ok(SharedBytes::new(self.unpack(entry, &data)?.into_owned()))
    }

    fn find_data(&self, entry: &Entry, limit: u64) -> Result<ZipSliceEntry<'_>, String> {
        if entry.is_encrypted {
            return Err("entry is encrypted".to_owned());
        }
        if !entry.has_known_method() {
            return Err(format!("compression method {} is not supported", entry.method));
        }
        if entry.size > limit {
            return Err(format!("declared size of {} bytes is over the limit of {limit}", entry.size));
        }
        self.zip.get_entry(entry.wayfinder).map_err(|error| match error.kind() {
            ErrorKind::Eof => PAST_END.to_owned(),
            ErrorKind::InvalidSignature { .. } => {
                "no local file header where the directory has it".to_owned()
            }
            other => other.to_string().to_lowercase(),
        })
    }

    fn unpack<'a>(&self, entry: &Entry, data: &ZipSliceEntry<'a>) -> Result<Cow<'a, [u8]>, String> {
        let bytes = match entry.method {
            CompressionMethod::STORE => stored(entry, data)?.into(),
            _ => Cow::Owned(inflate::inflate(data.data(), entry.size, Framing::Raw)?),
        };
        if self.options.check_crc {
            let (declared, actual) = (data.claim_verifier().crc, libdeflater::crc32(&bytes));
            if actual != declared {
                return Err(format!("checksum is {actual:08x}, but {declared:08x} is declared"));
            }
        }
        Ok(bytes)
    }

    fn location_of(&self, entry: &Entry) -> String {
        format!("{}!/{}", self.location, entry.name)
    }
}

impl Entry {
    fn new(record: &ZipFileHeaderRecord<'_>) -> Entry {
        Entry {
            name: names::decode(record.file_path().as_bytes()).into(),
            size: record.uncompressed_size_hint(),
            wayfinder: record.wayfinder(),
            local_header: record.local_header_offset(),
            method: record.compression_method(),
            is_encrypted: record.flags().is_encrypted(),
        }
    }

    fn has_known_method(&self) -> bool {
        matches!(self.method, CompressionMethod::STORE | CompressionMethod::DEFLATE)
    }
}

const PAST_END: &str = "data runs past the end of the archive";

/// Opens exactly the archive that was located, with nothing in front of it.
fn open_zip(bytes: &SharedBytes, extent: &Extent) -> Result<ZipSliceArchive<SharedBytes>, String> {
    let open = |bytes: SharedBytes| {
        let zip = ZipLocator::new().locate_in_slice(bytes).ok()?;
        let is_located = zip.eocd_offset() == (extent.end_record - extent.start) as u64
            && zip.directory_offset() == (extent.directory - extent.start) as u64;
        is_located.then_some(zip)
    };
    if let Some(zip) = bytes.slice(extent.start..extent.end).and_then(open) {
        return Ok(zip);
    }
    // rawzip takes the last signature it sees, which is the wrong one if the comment holds one too.
    // That is rare enough to copy the archive without its comment.
    let record_end = extent.end_record + END_RECORD_SIZE;
    if record_end < extent.end {
        let mut copy = bytes[extent.start..record_end].to_vec();
        if let Some(comment_length) = copy.last_chunk_mut::<2>() {
            comment_length.fill(0);
        }
        if let Some(zip) = open(SharedBytes::new(copy)) {
            return Ok(zip);
        }
    }
    Err("end records contradict each other".to_owned())
}

fn read_entries(
    zip: &ZipSliceArchive<SharedBytes>,
    extent: &Extent,
    limit: usize,
) -> Result<Vec<Entry>, (usize, String)> {
    let mut entries = Vec::new();
    if extent.directory == extent.directory_end {
        return Ok(entries);
    }
    let mut offset = extent.directory;
    let mut records = zip.entries();
    while let Some(record) =
        records.next_entry().map_err(|_| (offset, "damaged central directory".to_owned()))?
    {
        if entries.len() == limit {
            return Err((offset, format!("archive has more entries than the limit of {limit}")));
        }
        entries.push(Entry::new(&record));
        let variable = record.file_path().as_bytes().len()
            + record.extra_fields().remaining_bytes().len()
            + record.comment().as_bytes().len();
        offset += CENTRAL_HEADER_SIZE + variable;
    }
    Ok(entries)
}

/// Size of a central directory header without its variable fields (APPNOTE 4.3.12).
const CENTRAL_HEADER_SIZE: usize = 46;

/// Refuses an archive whose entries share their data, the way to make a small archive inflate to
/// terabytes without nesting. It shows in a total that deflate cannot reach otherwise. An entry that
/// will be refused by itself when it is read does not count.
fn refuse_overlap(entries: &[Entry], bytes: &[u8]) -> Result<(), String> {
    let readable = entries.iter().filter(|entry| {
        let compressed = entry.wayfinder.compressed_size_hint();
        entry.has_known_method()
            && compressed <= bytes.len() as u64
            && inflate::can_inflate_to(compressed, entry.size)
    });
    let total = readable.fold(0u64, |total, entry| total.saturating_add(entry.size));
    if inflate::can_inflate_to(bytes.len() as u64, total) {
        return Ok(());
    }
    Err(format!("entries of {total} bytes in all cannot come from {} bytes unless they overlap", bytes.len()))
}

fn stored<'a>(entry: &Entry, data: &ZipSliceEntry<'a>) -> Result<&'a [u8], String> {
    let bytes = data.data();
    if bytes.len() as u64 != entry.size {
        return Err(format!("{} bytes are stored, but {} are declared", bytes.len(), entry.size));
    }
    Ok(bytes)
}
