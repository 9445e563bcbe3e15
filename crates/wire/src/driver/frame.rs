//! Frames: a length of four bytes, the highest first, and as many bytes.

use std::fmt;

/// No frame is longer. A length beyond it means that the two ends have lost each other.
pub const MAX_FRAME: usize = 256 << 20;

const HEADER: usize = 4;

/// Puts a length before a payload.
pub fn framed(payload: &[u8]) -> Result<Vec<u8>, TooLong> {
    if payload.len() > MAX_FRAME {
        return Err(TooLong { length: payload.len() as u64 });
    }
    let mut frame = Vec::with_capacity(HEADER + payload.len());
    frame.extend((payload.len() as u32).to_be_bytes());
    frame.extend_from_slice(payload);
    Ok(frame)
}

/// A frame beyond [`MAX_FRAME`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// Its length.
    pub length: u64,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a frame of {} bytes, where at most {MAX_FRAME} are expected", self.length)
    }
}

impl std::error::Error for TooLong {}

/// Cuts a stream of bytes into payloads, however the bytes arrive.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    bytes: Vec<u8>,
    /// How many of the bytes were handed out.
    taken: usize,
}

impl Frames {
    /// Takes in what arrived. Nothing is reserved for a length alone.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.taken > 0 && self.taken == self.bytes.len() {
            self.bytes.clear();
            self.taken = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole payload, if it has arrived.
    pub fn next_payload(&mut self) -> Result<Option<&[u8]>, TooLong> {
        let rest = &self.bytes[self.taken..];
        let Some(header) = rest.first_chunk::<HEADER>() else { return Ok(None) };
        let length = u32::from_be_bytes(*header) as usize;
        if length > MAX_FRAME {
            return Err(TooLong { length: length as u64 });
        }
        if rest.len() - HEADER < length {
            // Of a long frame that is still on its way, what was before it can go.
            self.bytes.drain(..self.taken);
            self.taken = 0;
            return Ok(None);
        }
        let start = self.taken + HEADER;
        self.taken = start + length;
        Ok(Some(&self.bytes[start..start + length]))
    }
}
