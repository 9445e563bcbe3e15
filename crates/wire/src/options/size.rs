//! Sizes in bytes, as people write them.

use std::fmt;
use std::str::FromStr;

/// A number of bytes, written `512k`, `64m` or `2g`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Size(pub u64);

const UNITS: [(char, u64); 3] = [('g', 1 << 30), ('m', 1 << 20), ('k', 1 << 10)];

impl Size {
    /// So many times 2^20 bytes.
    pub const fn mebibytes(count: u64) -> Self {
        Size(count << 20)
    }

    /// In bytes.
    pub fn bytes(self) -> u64 {
        self.0
    }
}

impl FromStr for Size {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let unit = UNITS.iter().find(|(letter, _)| text.ends_with([*letter, letter.to_ascii_uppercase()]));
        let (digits, factor) = match unit {
            Some((_, factor)) => (&text[..text.len() - 1], *factor),
            None => (text, 1),
        };
        let count: u64 = digits.parse().map_err(drop)?;
        count.checked_mul(factor).map(Size).ok_or(())
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match UNITS.iter().find(|(_, factor)| self.0 >= *factor && self.0.is_multiple_of(*factor)) {
            Some((letter, factor)) => write!(f, "{}{letter}", self.0 / factor),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written_with_the_largest_unit_that_fits() {
        for (text, bytes, shown) in [
            ("0", 0, "0"),
            ("1000", 1000, "1000"),
            ("512k", 512 << 10, "512k"),
            ("64M", 64 << 20, "64m"),
            ("2048m", 2 << 30, "2g"),
            ("1536m", 1536 << 20, "1536m"),
        ] {
            let size: Size = text.parse().unwrap();
            assert_eq!((size.bytes(), &*size.to_string()), (bytes, shown), "{text}");
        }
        for wrong in ["", "k", "1t", "-1", "1.5g", "99999999999g", "é"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
    }
}
