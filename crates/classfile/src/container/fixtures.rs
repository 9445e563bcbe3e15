//! Zip archives and runtime images for tests, written byte by byte, broken ones too.

use libdeflater::{CompressionLvl, Compressor};

use super::{Container, Options, SharedBytes};

/// The options that tests use unless they are about options.
pub(super) fn options() -> Options {
    Options::for_release(17)
}

pub(super) fn shared(bytes: &[u8]) -> SharedBytes {
    SharedBytes::new(bytes.to_vec())
}

/// Something that looks a little like a class file.
pub(super) fn class_bytes(name: &str) -> Vec<u8> {
    [b"\xca\xfe\xba\xbe\0\0\0\x3d".as_slice(), name.as_bytes(), &[0; 40]].concat()
}

pub(super) fn deflate(data: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::new(CompressionLvl::default());
    let mut out = vec![0; compressor.deflate_compress_bound(data.len())];
    let length = compressor.deflate_compress(data, &mut out).unwrap();
    out.truncate(length);
    out
}

pub(super) fn zlib(data: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::new(CompressionLvl::default());
    let mut out = vec![0; compressor.zlib_compress_bound(data.len())];
    let length = compressor.zlib_compress(data, &mut out).unwrap();
    out.truncate(length);
    out
}

/// Reads everything that a container has; only a panic is a failure.
pub(super) fn exercise(container: &dyn Container) {
    for index in 0..=container.classes().len() {
        let _ = container.read_class(index);
    }
    for path in container.resources() {
        let _ = container.read_resource(path);
    }
}

/// One entry of a zip archive; what is `None` is filled in truthfully.
#[derive(Default)]
pub(super) struct Member<'a> {
    pub(super) name: &'a [u8],
    pub(super) data: &'a [u8],
    pub(super) is_deflated: bool,
    pub(super) has_descriptor: bool,
    pub(super) is_zip64: bool,
    pub(super) flags: u16,
    pub(super) method: Option<u16>,
    pub(super) size: Option<u64>,
    pub(super) crc: Option<u32>,
    pub(super) local_header: Option<u64>,
}

/// A zip archive in the making.
#[derive(Default)]
pub(super) struct Zip {
    prefix: Vec<u8>,
    offsets_count_prefix: bool,
    local: Vec<u8>,
    central: Vec<u8>,
    count: u16,
    comment: Vec<u8>,
    is_zip64: bool,
}

impl Zip {
    pub(super) fn new() -> Self {
        Zip::default()
    }

    pub(super) fn stored(self, name: &str, data: &[u8]) -> Self {
        self.member(Member { name: name.as_bytes(), data, ..Member::default() })
    }

    pub(super) fn deflated(self, name: &str, data: &[u8]) -> Self {
        self.member(Member { name: name.as_bytes(), data, is_deflated: true, ..Member::default() })
    }

    /// A stored class file.
    pub(super) fn class(self, path: &str) -> Self {
        self.stored(path, &class_bytes(path))
    }

    pub(super) fn manifest(self, text: &str) -> Self {
        self.stored("META-INF/MANIFEST.MF", text.as_bytes())
    }

    pub(super) fn multi_release(self) -> Self {
        self.manifest("Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n")
    }

    pub(super) fn comment(mut self, comment: &[u8]) -> Self {
        self.comment = comment.to_vec();
        self
    }

    /// Puts bytes in front, with offsets that take them into account (`zip -A`) or not (`cat`).
    pub(super) fn prefix(mut self, prefix: &[u8], offsets_count_prefix: bool) -> Self {
        assert!(self.central.is_empty(), "the prefix comes first");
        self.prefix = prefix.to_vec();
        self.offsets_count_prefix = offsets_count_prefix;
        self
    }

    /// Ends the archive with ZIP64 records.
    pub(super) fn zip64(mut self) -> Self {
        self.is_zip64 = true;
        self
    }

    pub(super) fn member(mut self, member: Member<'_>) -> Self {
        let Member { name, data, .. } = member;
        let packed = if member.is_deflated { deflate(data) } else { data.to_vec() };
        let method = member.method.unwrap_or(if member.is_deflated { 8 } else { 0 });
        let crc = member.crc.unwrap_or_else(|| libdeflater::crc32(data));
        let size = member.size.unwrap_or(data.len() as u64);
        let flags = member.flags | if member.has_descriptor { 8 } else { 0 };
        let offset = member.local_header.unwrap_or_else(|| self.offset());
        let mut zip64 = Vec::new();
        let mut field = |value: u64| match member.is_zip64 {
            true => {
                zip64.extend_from_slice(&value.to_le_bytes());
                u32::MAX
            }
            false => value as u32,
        };
        let (size32, packed32, offset32) = (field(size), field(packed.len() as u64), field(offset));
        let mut extra = Vec::new();
        if member.is_zip64 {
            extra.extend_from_slice(&1u16.to_le_bytes());
            extra.extend_from_slice(&(zip64.len() as u16).to_le_bytes());
            extra.extend_from_slice(&zip64);
        }
        let sums = |crc: u32, packed: u32, size: u32| [crc, packed, size].map(u32::to_le_bytes).concat();

        self.local.extend_from_slice(b"PK\x03\x04");
        for short in [20, flags, method, 0, 0] {
            self.local.extend_from_slice(&short.to_le_bytes());
        }
        self.local.extend(if member.has_descriptor { sums(0, 0, 0) } else { sums(crc, packed32, size32) });
        // The local header has an extra field that the central one lacks, as Info-ZIP's have.
        self.local.extend([name.len() as u16, 5].map(u16::to_le_bytes).concat());
        self.local.extend_from_slice(name);
        self.local.extend_from_slice(b"UT\x01\x00\x07");
        self.local.extend_from_slice(&packed);
        if member.has_descriptor {
            self.local.extend_from_slice(b"PK\x07\x08");
            self.local.extend(sums(crc, packed.len() as u32, size as u32));
        }

        let sums = [crc, packed32, size32];
        self.central_header(name, &extra, [flags, method], sums, offset32);
        self
    }

    /// Adds an entry to the directory only: it deflates to what lies at another's offset.
    pub(super) fn alias(mut self, name: &str, offset: u32, packed: u32, size: u32, crc: u32) -> Self {
        self.central_header(name.as_bytes(), &[], [0, 8], [crc, packed, size], offset);
        self
    }

    fn central_header(&mut self, name: &[u8], extra: &[u8], kind: [u16; 2], sums: [u32; 3], offset: u32) {
        self.central.extend_from_slice(b"PK\x01\x02");
        for short in [20, 20, kind[0], kind[1], 0, 0] {
            self.central.extend_from_slice(&short.to_le_bytes());
        }
        self.central.extend(sums.map(u32::to_le_bytes).concat());
        for short in [name.len() as u16, extra.len() as u16, 0, 0, 0, 0, 0] {
            self.central.extend_from_slice(&short.to_le_bytes());
        }
        self.central.extend_from_slice(&offset.to_le_bytes());
        self.central.extend_from_slice(name);
        self.central.extend_from_slice(extra);
        self.count += 1;
    }

    pub(super) fn finish(self) -> Vec<u8> {
        let directory = self.offset();
        let mut out = [self.prefix, self.local].concat();
        let (count, size) = (self.count, self.central.len() as u64);
        out.extend_from_slice(&self.central);
        if self.is_zip64 {
            out.extend_from_slice(b"PK\x06\x06");
            out.extend_from_slice(&44u64.to_le_bytes());
            out.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
            for long in [count.into(), count.into(), size, directory] {
                out.extend_from_slice(&u64::to_le_bytes(long));
            }
            out.extend_from_slice(b"PK\x06\x07\0\0\0\0");
            out.extend_from_slice(&(directory + size).to_le_bytes());
            out.extend_from_slice(&1u32.to_le_bytes());
        }
        out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
        let (count, size, directory) = match self.is_zip64 {
            true => (u16::MAX, u32::MAX, u32::MAX),
            false => (count, size as u32, directory as u32),
        };
        out.extend([count, count].map(u16::to_le_bytes).concat());
        out.extend([size, directory].map(u32::to_le_bytes).concat());
        out.extend_from_slice(&(self.comment.len() as u16).to_le_bytes());
        out.extend_from_slice(&self.comment);
        out
    }

    fn offset(&self) -> u64 {
        let prefix = if self.offsets_count_prefix { self.prefix.len() } else { 0 };
        (prefix + self.local.len()) as u64
    }
}

/// A runtime image in the making.
pub(super) struct Jimage {
    is_big_endian: bool,
    strings: Vec<u8>,
    locations: Vec<u8>,
    offsets: Vec<u32>,
    content: Vec<u8>,
}

impl Jimage {
    pub(super) fn new(is_big_endian: bool) -> Self {
        // Offset 0 means "none" for strings and locations alike.
        Jimage { is_big_endian, strings: vec![0], locations: vec![0], offsets: vec![0], content: Vec::new() }
    }

    /// Adds a resource as it is.
    pub(super) fn plain(self, path: [&str; 4], data: &[u8]) -> Self {
        self.resource(path, data, 0, data.len() as u64)
    }

    /// Adds a resource that was compressed.
    pub(super) fn compressed(self, path: [&str; 4], packed: &[u8], size: u64) -> Self {
        self.resource(path, packed, packed.len() as u64, size)
    }

    pub(super) fn resource(mut self, path: [&str; 4], data: &[u8], compressed: u64, size: u64) -> Self {
        let names =
            path.map(|part| if part.is_empty() { 0 } else { u64::from(self.string(part.as_bytes())) });
        let offset = self.content.len() as u64;
        self.content.extend_from_slice(data);
        self.offsets.push(self.locations.len() as u32);
        let attributes = names.into_iter().chain([offset, compressed, size]);
        for (kind, value) in (1..).zip(attributes).filter(|&(_, value)| value != 0) {
            let bytes = value.to_be_bytes();
            let length = 8 - value.leading_zeros() as usize / 8;
            self.locations.push(kind << 3 | (length as u8 - 1));
            self.locations.extend_from_slice(&bytes[8 - length..]);
        }
        self.locations.push(0);
        self
    }

    /// Adds a string, and gives its offset.
    pub(super) fn string(&mut self, text: &[u8]) -> u32 {
        let offset = self.strings.len() as u32;
        self.strings.extend_from_slice(text);
        self.strings.push(0);
        offset
    }

    /// The header that a decompressor's input starts with.
    pub(super) fn header(&mut self, decompressor: &str, packed: &[u8], size: u64) -> Vec<u8> {
        let name = self.string(decompressor.as_bytes());
        let mut header = self.u32(0xcafe_fafa);
        header.extend(self.u64(packed.len() as u64));
        header.extend(self.u64(size));
        header.extend(self.u32(name));
        header.extend(self.u32(u32::MAX));
        header.push(1);
        header.extend_from_slice(packed);
        header
    }

    pub(super) fn finish(&self) -> Vec<u8> {
        let count = self.offsets.len() as u32;
        let (locations, strings) = (self.locations.len() as u32, self.strings.len() as u32);
        let mut out = Vec::new();
        for slot in [0xcafe_dada, 1 << 16, 0, count, count, locations, strings] {
            out.extend(self.u32(slot));
        }
        let redirections = std::iter::repeat_n(&0, self.offsets.len());
        for &number in redirections.chain(&self.offsets) {
            out.extend(self.u32(number));
        }
        [out, self.locations.clone(), self.strings.clone(), self.content.clone()].concat()
    }

    fn u32(&self, number: u32) -> Vec<u8> {
        if self.is_big_endian { number.to_be_bytes().into() } else { number.to_le_bytes().into() }
    }

    fn u64(&self, number: u64) -> Vec<u8> {
        if self.is_big_endian { number.to_be_bytes().into() } else { number.to_le_bytes().into() }
    }
}
