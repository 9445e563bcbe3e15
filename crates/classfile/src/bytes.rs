//! Big-endian reading with offsets for messages, and big-endian writing.

use crate::error::{ReadErrorKind, Result};

/// A position in a class file, or in a part of it.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    position: usize,
    /// Offset of `bytes` in the class file.
    base: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8], base: usize) -> Self {
        Cursor { bytes, position: 0, base }
    }

    /// Offset in the class file.
    pub fn offset(&self) -> usize {
        self.base + self.position
    }

    /// Position from the start of this cursor's bytes.
    pub fn position(&self) -> usize {
        self.position
    }

    pub fn left(&self) -> usize {
        self.bytes.len() - self.position
    }

    pub fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let rest = &self.bytes[self.position..];
        let Some(taken) = rest.get(..length) else {
            return Err(
                ReadErrorKind::Truncated { wanted: length - rest.len() }.at(self.base + self.bytes.len())
            );
        };
        self.position += length;
        Ok(taken)
    }

    pub fn skip(&mut self, length: usize) -> Result<()> {
        self.take(length).map(drop)
    }

    pub fn u1(&mut self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    pub fn u2(&mut self) -> Result<u16> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    pub fn u4(&mut self) -> Result<u32> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    pub fn i4(&mut self) -> Result<i32> {
        Ok(i32::from_be_bytes(self.array()?))
    }

    /// Fails if bytes are left over.
    pub fn finish(&self, what: &'static str) -> Result<()> {
        match self.left() {
            0 => Ok(()),
            left => Err(ReadErrorKind::Trailing { what, left }.at(self.offset())),
        }
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.bytes[self.position..].first_chunk() {
            Some(chunk) => {
                self.position += N;
                Ok(*chunk)
            }
            None => {
                let wanted = N - self.left();
                Err(ReadErrorKind::Truncated { wanted }.at(self.base + self.bytes.len()))
            }
        }
    }
}

/// The big-endian writes of the class-file format.
pub(crate) trait Put {
    fn u1(&mut self, value: u8);
    fn u2(&mut self, value: u16);
    fn u4(&mut self, value: u32);

    /// A count that the format stores in 16 bits; the caller has checked its limit.
    fn count(&mut self, count: usize) {
        debug_assert!(count <= usize::from(u16::MAX));
        self.u2(count as u16);
    }
}

impl Put for Vec<u8> {
    fn u1(&mut self, value: u8) {
        self.push(value);
    }

    fn u2(&mut self, value: u16) {
        self.extend_from_slice(&value.to_be_bytes());
    }

    fn u4(&mut self, value: u32) {
        self.extend_from_slice(&value.to_be_bytes());
    }
}
