//! Modified UTF-8, the class file's own text encoding (JVMS 4.4.7).

use std::borrow::Cow;
use std::fmt;

/// Text as a class file holds it: NUL as two bytes, supplementary characters as two surrogates of
/// three bytes each, unpaired surrogates allowed.
///
/// Equality is equality of the bytes, which is what the JVM compares names by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mutf8<'a>(&'a [u8]);

impl<'a> Mutf8<'a> {
    /// Takes bytes as they are; malformed sequences show as U+FFFD.
    pub fn new(bytes: &'a [u8]) -> Self {
        Mutf8(bytes)
    }

    /// The encoded bytes.
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text for people: unpaired surrogates and malformed bytes become U+FFFD.
    pub fn to_str(self) -> Cow<'a, str> {
        match std::str::from_utf8(self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(String::from_utf16_lossy(&self.to_utf16())),
        }
    }

    /// The text exactly, as the `char`s of a Java string. A malformed byte becomes U+FFFD.
    pub fn to_utf16(self) -> Vec<u16> {
        let continuation =
            |byte: Option<&u8>| byte.filter(|&&b| b & 0xc0 == 0x80).map(|&b| u16::from(b & 0x3f));
        let mut units = Vec::with_capacity(self.0.len());
        let mut rest = self.0;
        while let Some(&first) = rest.first() {
            let (second, third) = (continuation(rest.get(1)), continuation(rest.get(2)));
            let (unit, length) = match (first, second, third) {
                (0x00..=0x7f, ..) => (u16::from(first), 1),
                (0xc0..=0xdf, Some(second), _) => (u16::from(first & 0x1f) << 6 | second, 2),
                (0xe0..=0xef, Some(second), Some(third)) => {
                    (u16::from(first & 0x0f) << 12 | second << 6 | third, 3)
                }
                _ => (0xfffd, 1),
            };
            units.push(unit);
            rest = &rest[length..];
        }
        units
    }
}

/// Encodes the `char`s of a Java string.
pub fn encode_utf16(units: impl IntoIterator<Item = u16>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for unit in units {
        match unit {
            0x0001..=0x007f => bytes.push(unit as u8),
            0x0000 | 0x0080..=0x07ff => bytes.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 0x3f) as u8]),
            _ => bytes.extend([
                0xe0 | (unit >> 12) as u8,
                0x80 | (unit >> 6 & 0x3f) as u8,
                0x80 | (unit & 0x3f) as u8,
            ]),
        }
    }
    bytes
}

/// Encodes Rust text, without copying where both encodings agree.
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if text.bytes().all(|byte| (1..0x80).contains(&byte)) {
        Cow::Borrowed(text.as_bytes())
    } else {
        Cow::Owned(encode_utf16(text.encode_utf16()))
    }
}

impl fmt::Display for Mutf8<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_str())
    }
}

impl fmt::Debug for Mutf8<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_str(), f)
    }
}

impl PartialEq<str> for Mutf8<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == &*encode(other)
    }
}

impl PartialEq<&str> for Mutf8<'_> {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_char_survives_encoding_and_decoding() {
        let all: Vec<u16> = (0..=u16::MAX).collect();
        let encoded = encode_utf16(all.iter().copied());
        assert_eq!(Mutf8::new(&encoded).to_utf16(), all);
        assert!(!encoded.contains(&0), "modified UTF-8 has no zero byte");
    }

    #[test]
    fn nul_and_supplementary_characters_are_not_plain_utf8() {
        assert_eq!(&*encode("\0"), [0xc0, 0x80]);
        assert_eq!(&*encode("\u{1F600}"), [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]);
        assert_eq!(Mutf8::new(&encode("a\0\u{1F600}b")).to_str(), "a\0\u{1F600}b");
        assert!(Mutf8::new(&[0xc0, 0x80]) == "\0");
    }

    #[test]
    fn malformed_bytes_show_as_replacement_characters() {
        for bytes in [&[0x80][..], &[0xc3], &[0xe1, 0x80], &[0xff], &[0xe1, 0x41, 0x80]] {
            let text = Mutf8::new(bytes).to_str().into_owned();
            assert!(text.contains('\u{fffd}'), "{bytes:x?} gave {text:?}");
        }
    }
}
