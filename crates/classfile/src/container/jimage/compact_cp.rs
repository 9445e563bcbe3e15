//! The decompressor `compact-cp`: class files whose strings were moved to the image's strings.
//!
//! A class file is kept as it is, but for its constant pool (JVMS 4.4), where a `CONSTANT_Utf8` may
//! be replaced by the offset of a string, or by the offset of a descriptor without its class names,
//! followed by the offsets of those.

use super::index::Index;

/// Restores a class file of `size` bytes, or says why it cannot.
pub(super) fn unpack(image: &[u8], index: &Index, body: &[u8], size: u64) -> Result<Vec<u8>, String> {
    let string = |offset: u32| index.string(image, offset.into()).map_err(|(_, reason)| reason);
    let limit = usize::try_from(size).map_err(|_| "class file is too large".to_owned())?;
    let mut input = Input(body);
    let mut output = Output { bytes: Vec::new(), limit };
    output.push(input.take(MAGIC_AND_VERSION)?)?;
    let count = input.take(2)?;
    output.push(count)?;
    let count = u16::from_be_bytes([count[0], count[1]]);
    let mut constant = 1;
    while constant < count {
        let tag = input.take(1)?[0];
        match tag {
            UTF8 => {
                let length = input.take(2)?;
                let text = input.take(usize::from(u16::from_be_bytes([length[0], length[1]])))?;
                output.push_utf8(text)?;
            }
            SHARED_STRING => output.push_utf8(string(input.number()?)?)?,
            SHARED_DESCRIPTOR => {
                let template = string(input.number()?)?;
                let names_length = input.number()? as usize;
                let mut names = Input(input.take(names_length)?);
                let mut descriptor = Vec::with_capacity(2 * template.len());
                for &byte in template {
                    descriptor.push(byte);
                    if byte == b'L' {
                        let package = string(names.number()?)?;
                        if !package.is_empty() {
                            descriptor.extend_from_slice(package);
                            descriptor.push(b'/');
                        }
                        descriptor.extend_from_slice(string(names.number()?)?);
                    }
                    output.has_room_for(descriptor.len())?;
                }
                output.push_utf8(&descriptor)?;
            }
            _ => {
                let length = CONSTANT_SIZES.get(usize::from(tag)).ok_or("unknown kind of constant")?;
                output.push(&[tag])?;
                output.push(input.take(*length)?)?;
            }
        }
        constant += if matches!(tag, LONG | DOUBLE) { 2 } else { 1 };
    }
    output.push(input.0)?;
    if output.bytes.len() != limit {
        return Err(format!("unpacks to {} bytes, but {size} are declared", output.bytes.len()));
    }
    Ok(output.bytes)
}

const MAGIC_AND_VERSION: usize = 8;

const UTF8: u8 = 1;
const LONG: u8 = 5;
const DOUBLE: u8 = 6;
const SHARED_STRING: u8 = 23;
const SHARED_DESCRIPTOR: u8 = 25;

/// How much follows the tag of each constant, as `StringSharingDecompressor` has it: by its table a
/// `CONSTANT_Dynamic` (17) is empty, which is wrong, but its compressor has the same table, and so
/// both misread alike. To read what was written, this must be wrong too.
const CONSTANT_SIZES: [usize; 21] = [0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 0, 4, 2, 2];

struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or("packed class file is cut short")?;
        self.0 = rest;
        Ok(taken)
    }

    /// A number of one to four bytes: if the topmost bit is set, two bits of length and the rest of
    /// the value follow; otherwise it is a plain number of four bytes.
    fn number(&mut self) -> Result<u32, String> {
        let first = *self.0.first().ok_or("packed class file is cut short")?;
        let (length, mask) = match first & 0x80 {
            0 => (4, 0x7f),
            _ => (usize::from(first >> 5 & 3), 0x1f),
        };
        match self.take(length)? {
            [] => Err("packed number has no length".to_owned()),
            [_, rest @ ..] => {
                Ok(rest.iter().fold(u32::from(first & mask), |number, &byte| number << 8 | u32::from(byte)))
            }
        }
    }
}

/// The class file so far, which never grows past what is declared.
struct Output {
    bytes: Vec<u8>,
    limit: usize,
}

impl Output {
    fn has_room_for(&self, length: usize) -> Result<(), String> {
        match self.limit - self.bytes.len() < length {
            true => Err(format!("unpacks to more than the {} bytes that are declared", self.limit)),
            false => Ok(()),
        }
    }

    fn push(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.has_room_for(bytes.len())?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn push_utf8(&mut self, text: &[u8]) -> Result<(), String> {
        let length = u16::try_from(text.len()).map_err(|_| "string constant is too long".to_owned())?;
        self.push(&[UTF8])?;
        self.push(&length.to_be_bytes())?;
        self.push(text)
    }
}
