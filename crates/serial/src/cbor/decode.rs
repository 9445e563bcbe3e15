//! Reads CBOR with definite lengths. Lengths are compared with what is left before anything is allocated for them.

use super::WTF8;
use crate::document::Node;
use crate::error::DecodeError;
use crate::limits::{Budget, Exceeded, Limits};

/// Reads a document.
pub fn decode(bytes: &[u8], limits: &Limits) -> Result<Node, DecodeError> {
    let mut reader = Reader { bytes, at: 0, budget: Budget::new(limits) };
    let length = reader.budget.bytes(bytes.len());
    reader.within(length)?;
    let node = reader.node()?;
    match reader.at == bytes.len() {
        true => Ok(node),
        false => reader.error("there is more behind the document"),
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    budget: Budget,
}

type Result<T, E = DecodeError> = std::result::Result<T, E>;

impl<'b> Reader<'b> {
    fn error<T>(&self, reason: impl Into<String>) -> Result<T> {
        Err(DecodeError { offset: self.at, reason: reason.into() })
    }

    fn within(&self, exceeded: Result<(), Exceeded>) -> Result<()> {
        exceeded.or_else(|exceeded| self.error(exceeded.to_string()))
    }

    fn take(&mut self, length: u64) -> Result<&'b [u8]> {
        let left = self.bytes.len() - self.at;
        match usize::try_from(length).ok().filter(|length| *length <= left) {
            Some(length) => {
                self.at += length;
                Ok(&self.bytes[self.at - length..self.at])
            }
            None => self.error(format!("{length} bytes are announced and {left} are left")),
        }
    }

    /// The major type and the argument of the next item; the low bits for major type 7.
    fn head(&mut self) -> Result<(u8, u8, u64)> {
        let first = self.take(1)?[0];
        let (major, low) = (first >> 5, first & 31);
        let argument = match low {
            0..=23 => u64::from(low),
            24..=27 => {
                let bytes = self.take(1 << (low - 24))?;
                bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
            }
            31 => return self.error("items of indefinite length are not read; write their length"),
            _ => return self.error("this item is reserved"),
        };
        Ok((major, low, argument))
    }

    fn node(&mut self) -> Result<Node> {
        let counted = self.budget.value();
        self.within(counted)?;
        let (major, low, argument) = self.head()?;
        Ok(match major {
            0 | 1 => {
                let Ok(number) = i64::try_from(argument) else {
                    return self.error("a whole number has more than 64 bits");
                };
                Node::Integer(if major == 0 { number } else { !number })
            }
            2 => Node::Bytes(self.take(argument)?.to_vec()),
            3 => Node::Text(self.text(argument)?.encode_utf16().collect()),
            4 => self.list(argument)?,
            5 => self.record(argument)?,
            6 if argument == WTF8 => {
                let (major, _, length) = self.head()?;
                if major != 2 {
                    return self.error("tag 273 is on a byte string");
                }
                let bytes = self.take(length)?;
                match wtf8(bytes) {
                    Some(units) => Node::Text(units),
                    None => return self.error("the bytes with tag 273 are not WTF-8"),
                }
            }
            6 => return self.error(format!("tag {argument} has no meaning here")),
            _ => match low {
                20 => Node::Boolean(false),
                21 => Node::Boolean(true),
                22 => Node::Null,
                25 => Node::Double(f64::from(half(argument as u16)).to_bits()),
                26 => Node::Float(argument as u32),
                27 => Node::Double(argument),
                _ => return self.error(format!("simple value {argument} has no meaning here")),
            },
        })
    }

    fn text(&mut self, length: u64) -> Result<&'b str> {
        let start = self.at;
        let bytes = self.take(length)?;
        std::str::from_utf8(bytes).or_else(|error| {
            self.at = start + error.valid_up_to();
            self.error("the text is not UTF-8")
        })
    }

    /// Each item has at least one byte.
    fn plausible(&self, count: u64) -> Result<usize> {
        let left = self.bytes.len() - self.at;
        match usize::try_from(count).ok().filter(|count| *count <= left) {
            Some(count) => Ok(count),
            None => self.error(format!("{count} items are announced and {left} bytes are left")),
        }
    }

    fn list(&mut self, count: u64) -> Result<Node> {
        let count = self.plausible(count)?;
        let entered = self.budget.enter();
        self.within(entered)?;
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(self.node()?);
        }
        self.budget.leave();
        Ok(Node::List(nodes))
    }

    fn record(&mut self, count: u64) -> Result<Node> {
        let count = self.plausible(count)?;
        let entered = self.budget.enter();
        self.within(entered)?;
        let mut fields = Vec::new();
        for _ in 0..count {
            let (major, _, length) = self.head()?;
            if major != 3 {
                return self.error("the name of a component is a text");
            }
            let name = self.text(length)?.to_owned();
            fields.push((name, self.node()?));
        }
        self.budget.leave();
        Ok(Node::Record(fields))
    }
}

/// The `char`s of WTF-8; `None` if it is not, or could be written as UTF-8.
fn wtf8(bytes: &[u8]) -> Option<Vec<u16>> {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = bytes;
    let mut has_lone = false;
    while !rest.is_empty() {
        let valid = match std::str::from_utf8(rest) {
            Ok(_) => rest.len(),
            Err(error) => error.valid_up_to(),
        };
        units.extend(std::str::from_utf8(&rest[..valid]).ok()?.encode_utf16());
        rest = &rest[valid..];
        if let [0xed, second @ 0xa0..=0xbf, third @ 0x80..=0xbf, ..] = rest {
            let unit = 0xd000 | u16::from(second & 0x3f) << 6 | u16::from(third & 0x3f);
            let follows_high = units.last().is_some_and(|last| (0xd800..0xdc00).contains(last));
            // A pair would be one character of four bytes.
            if follows_high && unit >= 0xdc00 {
                return None;
            }
            units.push(unit);
            has_lone = true;
            rest = &rest[3..];
        } else if !rest.is_empty() {
            return None;
        }
    }
    has_lone.then_some(units)
}

/// A number of 16 bits (RFC 8949, appendix D).
fn half(bits: u16) -> f32 {
    let (exponent, mantissa) = (bits >> 10 & 31, f32::from(bits & 0x3ff));
    let size = match exponent {
        0 => mantissa * 2f32.powi(-24),
        31 if mantissa == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (mantissa + 1024.0) * 2f32.powi(i32::from(exponent) - 25),
    };
    if bits & 0x8000 == 0 { size } else { -size }
}
