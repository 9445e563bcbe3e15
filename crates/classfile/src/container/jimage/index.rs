//! The index of a runtime image: header, offsets, locations, strings.
//!
//! There is no specification; `jdk.internal.jimage` and `imageFile.hpp` are the reference. The index
//! is a perfect hash table: one table of redirections, one of offsets into the attribute streams
//! ("locations") of the resources, then those streams, then the strings that they point to. Content
//! follows.

use std::ffi::CStr;
use std::ops::Range;

/// The byte order of an image, which is that of the machine it was linked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ByteOrder {
    Little,
    Big,
}

/// Where the parts of an image lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Index {
    pub(super) order: ByteOrder,
    /// How many offsets there are.
    pub(super) entries: usize,
    offsets: Range<usize>,
    locations: Range<usize>,
    strings: Range<usize>,
}

/// The location of one resource in the image: the parts of its name, and its content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Location {
    /// Offsets of strings, 0 if the name has no such part: `/module/parent/base.extension`.
    pub(super) module: u64,
    pub(super) parent: u64,
    pub(super) base: u64,
    pub(super) extension: u64,
    pub(super) content: Content,
}

/// Where a resource lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    /// From the end of the index.
    pub(super) offset: u64,
    /// 0 if the content is not compressed.
    pub(super) compressed: u64,
    pub(super) size: u64,
}

/// An error, and the offset that it is about.
pub(super) type Malformed = (usize, String);

impl ByteOrder {
    pub(super) fn u32(self, bytes: &[u8], at: usize) -> Option<u32> {
        let bytes = *bytes.get(at..)?.first_chunk()?;
        Some(match self {
            ByteOrder::Little => u32::from_le_bytes(bytes),
            ByteOrder::Big => u32::from_be_bytes(bytes),
        })
    }

    pub(super) fn u64(self, bytes: &[u8], at: usize) -> Option<u64> {
        let bytes = *bytes.get(at..)?.first_chunk()?;
        Some(match self {
            ByteOrder::Little => u64::from_le_bytes(bytes),
            ByteOrder::Big => u64::from_be_bytes(bytes),
        })
    }
}

impl Index {
    /// Reads the header and checks that all of the index is there.
    pub(super) fn read(image: &[u8]) -> Result<Index, Malformed> {
        let order = [ByteOrder::Little, ByteOrder::Big]
            .into_iter()
            .find(|order| order.u32(image, 0) == Some(MAGIC))
            .ok_or_else(|| (0, "not a runtime image: no magic number cafedada".to_owned()))?;
        let field = |slot: usize| {
            order
                .u32(image, 4 * slot)
                .ok_or_else(|| (image.len(), "runtime image ends within its header".to_owned()))
        };
        let version = field(1)?;
        if version != VERSION {
            let (major, minor) = (version >> 16, version & 0xffff);
            return Err((4, format!("runtime image has version {major}.{minor}, but only 1.0 is known")));
        }
        let entries = field(4)?;
        let mut end = HEADER_SIZE as u64;
        let mut part = |size: u64| {
            let start = end;
            end += size;
            start as usize..end as usize
        };
        let table_size = 4 * u64::from(entries);
        let _redirections = part(table_size);
        let index = Index {
            order,
            entries: entries as usize,
            offsets: part(table_size),
            locations: part(field(5)?.into()),
            strings: part(field(6)?.into()),
        };
        if end > image.len() as u64 {
            return Err((image.len(), format!("runtime image ends within its index of {end} bytes")));
        }
        Ok(index)
    }

    /// Where the content starts.
    pub(super) fn end(&self) -> usize {
        self.strings.end
    }

    /// One of the resources; `None` if the slot is empty.
    pub(super) fn location(&self, image: &[u8], entry: usize) -> Result<Option<Location>, Malformed> {
        let at = self.offsets.start + 4 * entry;
        let offset = self.order.u32(image, at).ok_or_else(|| (at, "no such entry".to_owned()))? as usize;
        if offset == 0 {
            return Ok(None);
        }
        let locations = &image[self.locations.clone()];
        let stream = locations.get(offset..).ok_or_else(|| {
            (at, format!("entry points to attribute {offset}, but there are only {} bytes", locations.len()))
        })?;
        let location = Location::decode(stream);
        location.map(Some).map_err(|reason| (self.locations.start + offset, reason.to_owned()))
    }

    /// A string, in modified UTF-8.
    pub(super) fn string<'a>(&self, image: &'a [u8], offset: u64) -> Result<&'a [u8], Malformed> {
        let strings = &image[self.strings.clone()];
        let at = usize::try_from(offset).ok().filter(|&at| at < strings.len());
        let Some(at) = at else {
            let reason = format!("no string at {offset} of the {} bytes of strings", strings.len());
            return Err((self.strings.start, reason));
        };
        let longest = &strings[at..strings.len().min(at + MAX_STRING + 1)];
        match CStr::from_bytes_until_nul(longest) {
            Ok(string) => Ok(string.to_bytes()),
            Err(_) => {
                Err((self.strings.start + at, format!("string does not end within {MAX_STRING} bytes")))
            }
        }
    }
}

impl Location {
    /// Decodes an attribute stream: for each attribute a byte with its kind (upper five bits) and the
    /// length of its value less one, then the value, most significant byte first in either byte
    /// order. Kind 0 ends the stream.
    fn decode(mut stream: &[u8]) -> Result<Location, &'static str> {
        let mut location = Location::default();
        while let Some((&head, rest)) = stream.split_first() {
            let length = usize::from(head & 7) + 1;
            let attribute = match head >> 3 {
                0 => return Ok(location),
                1 => &mut location.module,
                2 => &mut location.parent,
                3 => &mut location.base,
                4 => &mut location.extension,
                5 => &mut location.content.offset,
                6 => &mut location.content.compressed,
                7 => &mut location.content.size,
                _ => return Err("unknown kind of attribute"),
            };
            let (value, rest) = rest.split_at_checked(length).ok_or("attribute is cut short")?;
            *attribute = value.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
            stream = rest;
        }
        Ok(location)
    }
}

const MAGIC: u32 = 0xcafe_dada;
const VERSION: u32 = 1 << 16;
const HEADER_SIZE: usize = 28;

/// Parts of names, and constants that were shared, are at most as long as a class file's strings
/// (JVMS 4.4.7).
const MAX_STRING: usize = 0xffff;
