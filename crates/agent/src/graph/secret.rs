//! Objects that are reached through a secret's name, before or after they were written.
//!
//! A field or parameter whose name is a secret's hides the value behind it: a string, a box, an array of
//! primitives becomes a masked end. A collection behind such a name is looked into, but passes the secrecy on
//! to what it holds; an object of the subject's own is looked into, and its fields have names of their own.
//!
//! The same object may be reached another way first, and be written by then: `setPassword(String text)` shows
//! the secret's name only after the call. Bodies refer to each other by number and not by place, so such a
//! body can be cut out of the finished capture and replaced by a masked end. Nothing leaves the walker before
//! that is done.

use reenact_base::Id;
use reenact_recording::graph::Kind;
use reenact_wire::bytes::{Malformed, Reader, put_varint};

use super::WalkError;
use super::class_info::{ClassFlags, ClassInfo, FieldFlags, Form};
use super::walker::{NOWHERE, Walk, Walker, flag};

/// The format's number of a masked end.
const MASKED: u64 = 14;
/// The format's number of strings in two bytes a `char`.
pub(super) const UTF16: u64 = 2;

/// Secrets that were found too late.
#[derive(Default)]
pub(super) struct Secrets {
    /// Something was masked that was written already.
    late: Vec<u32>,
    /// Objects to look at.
    pending: Vec<u32>,
    capture: Vec<u8>,
    is_found: bool,
    is_spliced: bool,
}

impl Secrets {
    pub fn clear(&mut self) {
        self.late.clear();
        self.pending.clear();
        self.capture.clear();
        (self.is_found, self.is_spliced) = (false, false);
    }

    /// Returns true if a value was reached through a secret's name.
    pub fn found(&self) -> bool {
        self.is_found
    }

    /// Returns true if the capture had to be changed.
    pub fn is_spliced(&self) -> bool {
        self.is_spliced
    }

    /// The changed capture.
    pub fn capture(&self) -> &[u8] {
        &self.capture
    }

    /// The objects that were cut out.
    pub fn spliced(&self) -> &[u32] {
        &self.late
    }

    pub fn bytes(&self) -> usize {
        (self.late.capacity() + self.pending.capacity()) * 4 + self.capture.capacity()
    }
}

impl Walk<'_, '_> {
    /// An object is reached through a secret's name.
    pub fn hide(&mut self, number: u32) {
        let walker = &mut *self.walker;
        walker.secrets.pending.push(number);
        while let Some(number) = walker.secrets.pending.pop() {
            let Some(node) = walker.nodes.get_mut(number as usize) else { continue };
            let class = node.class;
            if class.is(ClassFlags::VALUE) && node.flags & flag::MASKED == 0 {
                node.flags |= flag::MASKED;
                walker.secrets.is_found = true;
                let is_written = node.body != NOWHERE || node.body_after != NOWHERE;
                if is_written && node.flags & flag::ENDED == 0 {
                    walker.secrets.late.push(number);
                }
            } else if class.is(ClassFlags::CARRIER) && node.flags & flag::SECRET == 0 {
                node.flags |= flag::SECRET;
                if node.flags & flag::ENDED == 0 {
                    for body in [node.body, node.body_after] {
                        let bytes = walker.encoder.bytes().get(body as usize..).unwrap_or_default();
                        // A body that is only begun is read as far as it goes, and again when it is complete.
                        let _ = held(class, bytes, &mut walker.secrets.pending);
                    }
                }
            }
        }
    }

    /// If an object was found to hold secrets while its body was being written, what its body leads to is
    /// hidden once more, as a whole.
    #[inline]
    pub fn hide_late(&mut self, number: u32, was_secret: bool) {
        if let Some(node) = self.walker.nodes.get_mut(number as usize)
            && !was_secret
            && node.flags & flag::SECRET != 0
        {
            node.flags &= !flag::SECRET;
            self.hide(number);
        }
    }
}

impl Walker {
    /// Cuts late secrets out of the finished capture.
    pub(super) fn splice_secrets(&mut self) -> Result<(), WalkError> {
        let mut cuts = Vec::new();
        for &number in &self.secrets.late {
            let node = self.nodes.get(number as usize).ok_or(WalkError::Secret)?;
            for body in [node.body, node.body_after].into_iter().filter(|&body| body != NOWHERE) {
                let bytes = self.encoder.bytes().get(body as usize..).ok_or(WalkError::Secret)?;
                let length = length(node.class, bytes).map_err(|_| WalkError::Secret)?;
                cuts.push((body as usize, body as usize + length, node.class.number.index() as u64));
            }
        }
        if cuts.is_empty() {
            return Ok(());
        }
        cuts.sort_unstable();
        let bytes = self.encoder.bytes();
        let capture = &mut self.secrets.capture;
        capture.clear();
        let mut at = 0;
        for (start, end, class) in cuts {
            capture.extend_from_slice(bytes.get(at..start).ok_or(WalkError::Secret)?);
            put_varint(capture, MASKED);
            put_varint(capture, class);
            at = end;
        }
        capture.extend_from_slice(bytes.get(at..).ok_or(WalkError::Secret)?);
        self.secrets.is_spliced = true;
        Ok(())
    }
}

/// Adds the numbers of what a carrier holds, from its body.
fn held(class: &ClassInfo, body: &[u8], numbers: &mut Vec<u32>) -> Result<(), Malformed> {
    let reader = &mut Reader::new(body);
    reader.varint()?;
    let mut add = |reference: u64| {
        if let Some(number) = reference.checked_sub(1) {
            numbers.push(number as u32);
        }
    };
    match class.form {
        Form::Array => {
            reader.varint()?;
            for _ in 0..reader.varint()? {
                add(reader.varint()?);
            }
        }
        Form::Object => {
            for field in &class.fields {
                let value = skip(reader, field.kind)?;
                if field.kind == Kind::Reference && field.is(FieldFlags::JDK) {
                    add(value);
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// The length of a value's body.
fn length(class: &ClassInfo, body: &[u8]) -> Result<usize, Malformed> {
    let reader = &mut Reader::new(body);
    let tag = reader.varint()?;
    match class.form {
        Form::String => {
            let chars = reader.varint()? as usize;
            reader.take(if tag == UTF16 { chars.saturating_mul(2) } else { chars })?;
        }
        Form::Primitives(kind) => {
            let length = reader.varint()? as usize;
            reader.take(length.saturating_mul(kind.width()))?;
        }
        _ => {
            for field in &class.fields {
                skip(reader, field.kind)?;
            }
        }
    }
    Ok(body.len() - reader.rest().len())
}

/// Reads over a field; gives it if it is a reference.
pub(super) fn skip(reader: &mut Reader<'_>, kind: Kind) -> Result<u64, Malformed> {
    match kind {
        Kind::Boolean | Kind::Byte => reader.byte().map(|_| 0),
        Kind::Float => reader.take(4).map(|_| 0),
        Kind::Double => reader.take(8).map(|_| 0),
        Kind::Char | Kind::Short | Kind::Int | Kind::Long | Kind::Reference => reader.varint(),
    }
}
