//! The header of a segment: what it belongs to, and the facts of the subject's JVM.

use std::fmt;

use reenact_wire::bytes::{Malformed, Reader, put_bytes, put_varint};
use reenact_wire::checksum::Crc32;

use crate::model::Facts;

/// The first bytes of every segment. The line end shows a transfer that took it for text.
pub const MAGIC: [u8; 8] = *b"RNREC\r\n\x1a";
/// Raised when old readers would misread.
pub const MAJOR: u16 = 1;
/// Raised when something was added that old readers may skip.
pub const MINOR: u16 = 7;
/// Magic, version, length, checksum.
const PRELUDE: usize = 20;

mod field {
    pub const RECORDING: u64 = 1;
    pub const SEGMENT: u64 = 2;
    pub const JVM_VERSION: u64 = 3;
    pub const JVM_VENDOR: u64 = 4;
    pub const OS: u64 = 5;
    pub const ARCH: u64 = 6;
    pub const PID: u64 = 7;
    pub const STARTED_MILLIS: u64 = 8;
    pub const STARTED_NANOS: u64 = 9;
    /// Once for each entry.
    pub const CLASS_PATH: u64 = 10;
    pub const MAIN_CLASS: u64 = 11;
    pub const OPTIONS: u64 = 12;
    pub const AGENT: u64 = 13;
    /// 1 byte: 1 if secrets are masked.
    pub const REDACTED: u64 = 14;
    pub const JAVA_HOME: u64 = 15;
    /// Once for each option.
    pub const MODULE_OPTION: u64 = 16;
}

/// A segment's header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SegmentHeader {
    pub minor: u16,
    pub segment: u32,
    pub facts: Facts,
}

/// Why a segment cannot be read at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeaderError {
    NotASegment,
    TooNew { major: u16, minor: u16 },
    Cut,
    Checksum,
    Malformed(Malformed),
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeaderError::NotASegment => f.write_str("this is not a segment of a recording"),
            HeaderError::TooNew { major, minor } => write!(
                f,
                "the recording has version {major}.{minor}, this program reads up to {MAJOR}; use a newer release"
            ),
            HeaderError::Cut => f.write_str("the segment ends within its header"),
            HeaderError::Checksum => f.write_str("the segment's header is damaged"),
            HeaderError::Malformed(malformed) => write!(f, "the segment's header is malformed: {malformed}"),
        }
    }
}

impl std::error::Error for HeaderError {}

impl From<Malformed> for HeaderError {
    fn from(malformed: Malformed) -> Self {
        HeaderError::Malformed(malformed)
    }
}

/// Where the checksums of a segment's frames start.
pub fn seed(recording: u128, segment: u32) -> Crc32 {
    Crc32::new().update(&recording.to_le_bytes()).update(&segment.to_le_bytes())
}

/// Appends a header.
pub fn put_header(out: &mut Vec<u8>, facts: &Facts, segment: u32) {
    let mut body = Vec::new();
    let mut put = |key: u64, bytes: &[u8]| {
        put_varint(&mut body, key);
        put_bytes(&mut body, bytes);
    };
    put(field::RECORDING, &facts.recording.to_le_bytes());
    put(field::SEGMENT, &segment.to_le_bytes());
    put(field::JVM_VERSION, facts.jvm_version.as_bytes());
    put(field::JVM_VENDOR, facts.jvm_vendor.as_bytes());
    put(field::OS, facts.os.as_bytes());
    put(field::ARCH, facts.arch.as_bytes());
    put(field::PID, &facts.pid.to_le_bytes());
    put(field::STARTED_MILLIS, &facts.started_millis.to_le_bytes());
    put(field::STARTED_NANOS, &facts.started_nanos.to_le_bytes());
    for entry in &facts.class_path {
        put(field::CLASS_PATH, entry.as_bytes());
    }
    put(field::MAIN_CLASS, facts.main_class.as_bytes());
    put(field::OPTIONS, facts.options.as_bytes());
    put(field::AGENT, facts.agent.as_bytes());
    if let Some(is_redacted) = facts.is_redacted {
        put(field::REDACTED, &[u8::from(is_redacted)]);
    }
    put(field::JAVA_HOME, facts.java_home.as_bytes());
    for option in &facts.module_options {
        put(field::MODULE_OPTION, option.as_bytes());
    }
    put_header_body(out, MINOR, &body);
}

fn put_header_body(out: &mut Vec<u8>, minor: u16, body: &[u8]) {
    let start = out.len();
    out.extend(MAGIC);
    out.extend(MAJOR.to_le_bytes());
    out.extend(minor.to_le_bytes());
    out.extend((body.len() as u32).to_le_bytes());
    let checksum = Crc32::new().update(&out[start..]).update(body).value();
    out.extend(checksum.to_le_bytes());
    out.extend_from_slice(body);
}

/// Reads a header, and says where the frames start.
pub fn read_header(bytes: &[u8]) -> Result<(SegmentHeader, usize), HeaderError> {
    let known = bytes.len().min(MAGIC.len());
    if bytes[..known] != MAGIC[..known] {
        return Err(HeaderError::NotASegment);
    }
    let prelude = bytes.first_chunk::<PRELUDE>().ok_or(HeaderError::Cut)?;
    let short = |at: usize| u16::from_le_bytes([prelude[at], prelude[at + 1]]);
    let number =
        |at: usize| u32::from_le_bytes([prelude[at], prelude[at + 1], prelude[at + 2], prelude[at + 3]]);
    let (major, minor) = (short(8), short(10));
    let length = number(12) as usize;
    let body = bytes[PRELUDE..].get(..length);
    let checksum = body.map(|body| Crc32::new().update(&prelude[..16]).update(body).value());
    // A flipped bit in the version is damage, not a newer version. What a newer major version looks
    // like behind these bytes is not known here, its checksum included.
    // A fuzzer would never find a checksum, and what lies behind it must bear anything.
    let is_right = checksum == Some(number(16)) || (cfg!(fuzzing) && body.is_some());
    if major != MAJOR && (is_right || major > MAJOR) {
        return Err(HeaderError::TooNew { major, minor });
    }
    let body = body.ok_or(HeaderError::Cut)?;
    if !is_right {
        return Err(HeaderError::Checksum);
    }
    let mut header = SegmentHeader { minor, segment: 0, facts: Facts::default() };
    let mut reader = Reader::new(body);
    while !reader.is_empty() {
        let (key, value) = (reader.varint()?, reader.bytes()?);
        read_field(&mut header, key, value)?;
    }
    Ok((header, PRELUDE + length))
}

fn read_field(header: &mut SegmentHeader, key: u64, value: &[u8]) -> Result<(), Malformed> {
    let text = || std::str::from_utf8(value).map(str::to_owned).map_err(|_| Malformed::Text);
    let number = || value.try_into().map(u64::from_le_bytes).map_err(|_| Malformed::Number);
    let facts = &mut header.facts;
    match key {
        field::RECORDING => {
            facts.recording = value.try_into().map(u128::from_le_bytes).map_err(|_| Malformed::Number)?;
        }
        field::SEGMENT => {
            header.segment = value.try_into().map(u32::from_le_bytes).map_err(|_| Malformed::Number)?;
        }
        field::JVM_VERSION => facts.jvm_version = text()?,
        field::JVM_VENDOR => facts.jvm_vendor = text()?,
        field::OS => facts.os = text()?,
        field::ARCH => facts.arch = text()?,
        field::PID => facts.pid = number()?,
        field::STARTED_MILLIS => facts.started_millis = number()?,
        field::STARTED_NANOS => facts.started_nanos = number()?,
        field::CLASS_PATH => facts.class_path.push(text()?),
        field::MAIN_CLASS => facts.main_class = text()?,
        field::OPTIONS => facts.options = text()?,
        field::AGENT => facts.agent = text()?,
        field::REDACTED => facts.is_redacted = Some(value == [1]),
        field::JAVA_HOME => facts.java_home = text()?,
        field::MODULE_OPTION => facts.module_options.push(text()?),
        // Of a newer minor version.
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        Facts {
            recording: 0x1234_5678 << 90,
            jvm_version: "25.0.1".to_owned(),
            pid: 77,
            class_path: vec!["a.jar".to_owned(), "b".to_owned()],
            options: "include=com.acme.**".to_owned(),
            java_home: "/opt/jdk".to_owned(),
            module_options: vec!["--add-opens=a/b=ALL-UNNAMED".to_owned(); 2],
            is_redacted: Some(true),
            ..Facts::default()
        }
    }

    #[test]
    fn a_header_comes_back_and_damage_is_seen() {
        let mut bytes = Vec::new();
        put_header(&mut bytes, &facts(), 3);
        let (header, end) = read_header(&bytes).unwrap();
        assert_eq!((header.segment, &header.facts, end), (3, &facts(), bytes.len()));
        for length in 0..bytes.len() {
            assert_eq!(read_header(&bytes[..length]), Err(HeaderError::Cut));
        }
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(read_header(&flipped).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn newer_minor_versions_are_read_and_newer_major_ones_refused() {
        let mut body = Vec::new();
        put_varint(&mut body, 999);
        put_bytes(&mut body, b"what old readers do not know");
        put_varint(&mut body, field::SEGMENT);
        put_bytes(&mut body, &7u32.to_le_bytes());
        let mut bytes = Vec::new();
        put_header_body(&mut bytes, MINOR + 1, &body);
        let (header, _) = read_header(&bytes).unwrap();
        assert_eq!((header.minor, header.segment), (MINOR + 1, 7));
        bytes[8] = 2;
        let error = read_header(&bytes).unwrap_err().to_string();
        assert_eq!(
            error,
            format!(
                "the recording has version 2.{}, this program reads up to 1; use a newer release",
                MINOR + 1
            )
        );
    }
}
