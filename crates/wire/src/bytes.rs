//! Numbers and strings in bytes: LEB128 varints, zig-zag, length-prefixed strings.
//!
//! Writing appends to a `Vec<u8>`; reading goes through a [`Reader`], which never reads past its end
//! and never allocates by a length that it has not seen the bytes for.

use std::fmt;

/// Appends a varint: seven bits a byte, the lowest first.
#[inline]
pub fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    // Most numbers are small: ids, counts, lengths.
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a signed number as a varint in which small magnitudes are small.
#[inline]
pub fn put_signed(out: &mut Vec<u8>, value: i64) {
    put_varint(out, ((value << 1) ^ (value >> 63)) as u64);
}

/// Appends a length and the bytes.
pub fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Appends a length and the text's UTF-8.
pub fn put_text(out: &mut Vec<u8>, text: &str) {
    put_bytes(out, text.as_bytes());
}

/// Why bytes could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// The bytes end in the middle of something.
    Cut,
    /// A varint has more bits than the number it stands for.
    Number,
    /// A string is not UTF-8.
    Text,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Malformed::Cut => "the bytes end too early",
            Malformed::Number => "a number is too large",
            Malformed::Text => "a string is not UTF-8",
        })
    }
}

impl std::error::Error for Malformed {}

/// Reads from the front of a slice.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads from the first byte on.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { rest: bytes }
    }

    /// Returns the bytes that were not read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Returns whether everything was read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// One byte.
    #[inline]
    pub fn byte(&mut self) -> Result<u8, Malformed> {
        let (&first, rest) = self.rest.split_first().ok_or(Malformed::Cut)?;
        self.rest = rest;
        Ok(first)
    }

    /// The next `length` bytes.
    #[inline]
    pub fn take(&mut self, length: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(Malformed::Cut)?;
        self.rest = rest;
        Ok(taken)
    }

    /// The next `N` bytes.
    #[inline]
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (taken, rest) = self.rest.split_first_chunk::<N>().ok_or(Malformed::Cut)?;
        self.rest = rest;
        Ok(*taken)
    }

    /// A varint of up to 64 bits.
    #[inline]
    pub fn varint(&mut self) -> Result<u64, Malformed> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return Err(Malformed::Number);
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Malformed::Number)
    }

    /// A varint of up to 32 bits.
    #[inline]
    pub fn varint32(&mut self) -> Result<u32, Malformed> {
        u32::try_from(self.varint()?).map_err(|_| Malformed::Number)
    }

    /// A zig-zag varint.
    #[inline]
    pub fn signed(&mut self) -> Result<i64, Malformed> {
        let value = self.varint()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// A length and as many bytes.
    pub fn bytes(&mut self) -> Result<&'a [u8], Malformed> {
        let length = usize::try_from(self.varint()?).map_err(|_| Malformed::Cut)?;
        self.take(length)
    }

    /// A length and as much UTF-8.
    pub fn text(&mut self) -> Result<&'a str, Malformed> {
        std::str::from_utf8(self.bytes()?).map_err(|_| Malformed::Text)
    }

    /// A count of things that take at least one byte each: never more than there are bytes left, so
    /// that it is safe to reserve for.
    pub fn count(&mut self) -> Result<usize, Malformed> {
        let count = usize::try_from(self.varint()?).map_err(|_| Malformed::Cut)?;
        if count > self.rest.len() { Err(Malformed::Cut) } else { Ok(count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_and_texts_come_back(number: u64, signed: i64, text: String) {
            let mut out = Vec::new();
            put_varint(&mut out, number);
            put_signed(&mut out, signed);
            put_text(&mut out, &text);
            let mut reader = Reader::new(&out);
            prop_assert_eq!(reader.varint().unwrap(), number);
            prop_assert_eq!(reader.signed().unwrap(), signed);
            prop_assert_eq!(reader.text().unwrap(), text);
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let mut reader = Reader::new(&bytes);
            while reader.varint().is_ok() {}
            let _ = Reader::new(&bytes).text();
            if let Ok(count) = Reader::new(&bytes).count() {
                prop_assert!(count < bytes.len());
            }
        }
    }

    #[test]
    fn a_varint_of_more_than_64_bits_is_refused() {
        assert_eq!(Reader::new(&[0xff; 11]).varint(), Err(Malformed::Number));
        assert_eq!(
            Reader::new(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]).varint(),
            Err(Malformed::Number)
        );
        assert_eq!(Reader::new(&[0xff]).varint(), Err(Malformed::Cut));
        assert_eq!(Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x7f]).varint32(), Err(Malformed::Number));
    }

    #[test]
    fn a_hostile_length_allocates_nothing() {
        let mut bytes = Vec::new();
        put_varint(&mut bytes, u64::MAX);
        assert_eq!(Reader::new(&bytes).bytes(), Err(Malformed::Cut));
        assert_eq!(Reader::new(&bytes).count(), Err(Malformed::Cut));
    }
}
