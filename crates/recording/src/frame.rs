//! Frames: the units in which a segment is written, checked and, if need be, skipped.
//!
//! A frame is a header of 24 bytes and a payload. Its checksum covers both and starts from the segment's
//! own seed, so that a frame of another segment, or bytes of the subject that look like a frame, are
//! not taken for one. After damage, [`Frames`] looks for the next marker with a right checksum behind it.

use reenact_wire::checksum::Crc32;

/// The first bytes of every frame. Not text, and not a plausible number.
pub const MARKER: [u8; 4] = [0xf7, b'R', b'N', 0xa5];
/// Length of a frame's header.
pub const HEADER: usize = 24;
/// No payload is longer than this, packed or not. Writers keep to it, readers rely on it.
pub const MAX_PAYLOAD: usize = 64 << 20;

/// The payload is an LZ4 block.
pub const FLAG_LZ4: u8 = 1;

/// The kind of a frame's records. Kinds that a reader does not know are skipped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FrameKind(pub u8);

impl FrameKind {
    pub const NAMES: FrameKind = FrameKind(1);
    pub const CLASSES: FrameKind = FrameKind(2);
    pub const METHODS: FrameKind = FrameKind(3);
    pub const THREADS: FrameKind = FrameKind(4);
    pub const INVOCATIONS: FrameKind = FrameKind(5);
    pub const STATISTICS: FrameKind = FrameKind(6);
    pub const END: FrameKind = FrameKind(7);
    pub const MARKS: FrameKind = FrameKind(8);
    pub const LEFT_OUT: FrameKind = FrameKind(9);
    pub const BLOCKS: FrameKind = FrameKind(10);

    /// Returns whether this reader knows the kind.
    pub fn is_known(self) -> bool {
        (FrameKind::NAMES..=FrameKind::BLOCKS).contains(&self)
    }
}

/// A frame whose checksum is right.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Where it starts in the segment.
    pub offset: usize,
    pub kind: FrameKind,
    pub flags: u8,
    pub sequence: u32,
    /// Length of the payload once unpacked.
    pub unpacked: usize,
    /// The payload as it is stored.
    pub stored: &'a [u8],
}

/// The reason why a payload could not be unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnpackError {
    /// Flags that this reader does not know, such as encryption.
    Flags(u8),
    /// The packed bytes are not what the header says.
    Packed,
}

impl Frame<'_> {
    /// Unpacks the payload into a buffer, which is replaced.
    pub fn unpack(&self, out: &mut Vec<u8>) -> Result<(), UnpackError> {
        out.clear();
        match self.flags {
            0 if self.stored.len() == self.unpacked => out.extend_from_slice(self.stored),
            FLAG_LZ4 => {
                // LZ4 gives at most 255 bytes for one: a length beyond that is a lie, and nothing is
                // allocated for it.
                if self.unpacked > MAX_PAYLOAD || self.unpacked / 255 > self.stored.len() {
                    return Err(UnpackError::Packed);
                }
                out.resize(self.unpacked, 0);
                let length = lz4_flex::block::decompress_into(self.stored, out);
                if length.ok() != Some(self.unpacked) {
                    out.clear();
                    return Err(UnpackError::Packed);
                }
            }
            0 => return Err(UnpackError::Packed),
            flags => return Err(UnpackError::Flags(flags)),
        }
        Ok(())
    }
}

/// Appends a frame. Packs the payload if that saves an eighth.
pub fn put_frame(out: &mut Vec<u8>, seed: Crc32, kind: FrameKind, sequence: u32, payload: &[u8]) {
    let start = out.len();
    out.extend(MARKER);
    out.extend([kind.0, 0, 0, 0]);
    out.extend(sequence.to_le_bytes());
    out.extend([0; 4]);
    out.extend((payload.len() as u32).to_le_bytes());
    out.extend([0; 4]);
    let body = start + HEADER;
    out.resize(body + lz4_flex::block::get_maximum_output_size(payload.len()), 0);
    let packed = lz4_flex::block::compress_into(payload, &mut out[body..]).ok();
    match packed.filter(|length| *length < payload.len() - payload.len() / 8) {
        Some(length) => {
            out.truncate(body + length);
            out[start + 5] = FLAG_LZ4;
        }
        None => {
            out.truncate(body);
            out.extend_from_slice(payload);
        }
    }
    let stored = (out.len() - body) as u32;
    out[start + 12..start + 16].copy_from_slice(&stored.to_le_bytes());
    let checksum = seed.update(&out[start + 4..start + 20]).update(&out[body..]).value();
    out[start + 20..start + 24].copy_from_slice(&checksum.to_le_bytes());
}

/// A part of a segment.
#[derive(Clone, Copy, Debug)]
pub enum Met<'a> {
    Frame(Frame<'a>),
    /// Bytes that are not a frame, with frames behind them.
    Damage {
        offset: usize,
        length: usize,
    },
    /// The last frame is not complete, as when the subject was killed while it was written.
    Cut {
        offset: usize,
        length: usize,
    },
}

/// An iterator over the frames of a segment.
#[derive(Clone, Debug)]
pub struct Frames<'a> {
    bytes: &'a [u8],
    seed: Crc32,
    offset: usize,
    /// How many more bytes may be checksummed in search of a frame: a segment full of false markers
    /// must not take quadratic time.
    patience: usize,
}

impl<'a> Frames<'a> {
    /// The frames from an offset on.
    pub fn new(bytes: &'a [u8], seed: Crc32, offset: usize) -> Self {
        Frames { bytes, seed, offset, patience: bytes.len().saturating_mul(8).saturating_add(1 << 20) }
    }

    /// The frame that starts at an offset.
    pub fn at(&mut self, offset: usize) -> Option<Frame<'a>> {
        let rest = self.bytes.get(offset..)?;
        let header = rest.first_chunk::<HEADER>()?;
        let number =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (stored, unpacked) = (number(12) as usize, number(16) as usize);
        if header[..4] != MARKER || stored > MAX_PAYLOAD || unpacked > MAX_PAYLOAD {
            return None;
        }
        let stored = rest.get(HEADER..HEADER + stored)?;
        self.patience = self.patience.checked_sub(stored.len() + HEADER)?;
        let checksum = self.seed.update(&header[4..20]).update(stored).value();
        // A fuzzer would never find a checksum, and the code behind it must accept any bytes.
        if checksum != number(20) && !cfg!(fuzzing) {
            return None;
        }
        let (kind, flags, sequence) = (FrameKind(header[4]), header[5], number(8));
        Some(Frame { offset, kind, flags, sequence, unpacked, stored })
    }

    /// The first frame that starts after an offset.
    fn find_after(&mut self, offset: usize) -> Option<Frame<'a>> {
        let mut at = offset + 1;
        while let Some(found) = find_marker(self.bytes.get(at..)?) {
            at += found;
            if let Some(frame) = self.at(at) {
                return Some(frame);
            }
            at += 1;
        }
        None
    }
}

fn find_marker(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        from += bytes[from..].iter().position(|&byte| byte == MARKER[0])?;
        if bytes[from..].starts_with(&MARKER) {
            return Some(from);
        }
        from += 1;
    }
}

impl<'a> Iterator for Frames<'a> {
    type Item = Met<'a>;

    fn next(&mut self) -> Option<Met<'a>> {
        let offset = self.offset;
        if offset >= self.bytes.len() {
            return None;
        }
        if let Some(frame) = self.at(offset) {
            self.offset = offset + HEADER + frame.stored.len();
            return Some(Met::Frame(frame));
        }
        match self.find_after(offset) {
            Some(frame) => {
                self.offset = frame.offset;
                Some(Met::Damage { offset, length: frame.offset - offset })
            }
            None => {
                self.offset = self.bytes.len();
                Some(Met::Cut { offset, length: self.bytes.len() - offset })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed() -> Crc32 {
        Crc32::new().update(b"a segment")
    }

    fn frame(sequence: u32, payload: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_frame(&mut bytes, seed(), FrameKind::NAMES, sequence, payload);
        bytes
    }

    fn parts(bytes: &[u8]) -> Vec<String> {
        let part = |part| match part {
            Met::Frame(frame) => format!("frame {}", frame.sequence),
            Met::Damage { offset, length } => format!("damage {offset} {length}"),
            Met::Cut { offset, length } => format!("cut {offset} {length}"),
        };
        Frames::new(bytes, seed(), 0).map(part).collect()
    }

    #[test]
    fn payloads_are_packed_if_that_saves_an_eighth() {
        for (payload, flags) in [(vec![7; 1000], FLAG_LZ4), ((0..100).collect(), 0), (vec![], 0)] {
            let bytes = frame(3, &payload);
            let found = Frames::new(&bytes, seed(), 0).at(0).unwrap();
            assert_eq!((found.flags, found.sequence, found.unpacked), (flags, 3, payload.len()));
            let mut unpacked = vec![1, 2, 3];
            found.unpack(&mut unpacked).unwrap();
            assert_eq!(unpacked, payload);
        }
    }

    #[test]
    fn a_frame_of_another_segment_is_not_one_of_this() {
        let bytes = frame(0, b"payload");
        assert!(Frames::new(&bytes, Crc32::new(), 0).at(0).is_none());
    }

    #[test]
    fn damage_is_skipped_up_to_the_next_frame_and_a_cut_ends_the_segment() {
        let (one, two) = (frame(1, b"one"), frame(2, b"two"));
        let junk = [&MARKER[..], b"not a frame"].concat();
        let bytes = [&one[..], &junk, &two, &one[..10]].concat();
        let (behind_one, behind_two) = (one.len() + junk.len(), one.len() + junk.len() + two.len());
        assert_eq!(
            parts(&bytes),
            [
                "frame 1".to_owned(),
                format!("damage {} {}", one.len(), behind_one - one.len()),
                "frame 2".to_owned(),
                format!("cut {behind_two} 10")
            ]
        );
    }

    #[test]
    fn unknown_flags_and_false_lengths_are_errors() {
        let frame = |flags, unpacked| Frame {
            offset: 0,
            kind: FrameKind::NAMES,
            flags,
            sequence: 0,
            unpacked,
            stored: b"abc",
        };
        let mut out = vec![1];
        assert_eq!(frame(2, 3).unpack(&mut out), Err(UnpackError::Flags(2)));
        assert_eq!(frame(0, 4).unpack(&mut out), Err(UnpackError::Packed));
        assert_eq!(frame(FLAG_LZ4, 1000).unpack(&mut out), Err(UnpackError::Packed));
        assert!(out.is_empty());
    }
}
