//! Objects that are reached through a secret's name, before or after they were written.
//!
//! A field or parameter whose name is a secret's hides the value behind it. A text, which is a string or an array of `char` or
//! `byte`, becomes a [pseudonym](Pseudonyms); any other value that is hidden, such as a box, a masked end.
//! A collection behind such a name is looked into, but passes the secrecy on to what it holds; an object of the subject's own is
//! looked into, and its fields have names of their own.
//!
//! Texts are written as they are at first, so that they can be compared after the call, and replaced in the finished
//! capture. The same object may also be reached another way first, and be written by then: `setPassword(String text)` shows
//! the secret's name only after the call. Bodies refer to each other by number and not by place, so such a
//! body can be cut out of the finished capture and replaced. Nothing leaves the walker before that is done.

use reenact_base::Id;
use reenact_recording::graph::Kind;
use reenact_recording::redact::{Pseudonyms, Secrecy};
use reenact_wire::bytes::{Malformed, Reader, put_varint};

use super::WalkError;
use super::class_info::{ClassFlags, ClassInfo, FieldFlags, FieldSlot, Form};
use super::walker::{NOWHERE, Node, Walk, Walker, flag};
use crate::ffi::{Jni, jobject};

/// The format's number of a masked end.
const MASKED: u64 = 14;
/// The format's number of strings in two bytes a `char`.
pub(super) const UTF16: u64 = 2;

/// The secrets of a capture.
#[derive(Default)]
pub(super) struct Secrets {
    pseudonyms: Pseudonyms,
    /// Objects whose bodies are to be replaced.
    late: Vec<u32>,
    /// Objects to look at.
    pending: Vec<u32>,
    capture: Vec<u8>,
    /// The texts that have pseudonyms now, in the order of their numbers.
    replaced: Vec<u32>,
    units: Vec<u16>,
    is_found: bool,
    is_spliced: bool,
}

impl Secrets {
    /// Starts the next capture.
    pub fn begin(&mut self, pseudonyms: &Pseudonyms) {
        self.pseudonyms = pseudonyms.clone();
        self.late.clear();
        self.pending.clear();
        self.capture.clear();
        self.replaced.clear();
        (self.is_found, self.is_spliced) = (false, false);
    }

    /// Returns true if a value is hidden.
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

    /// The objects whose bodies were replaced.
    pub fn spliced(&self) -> &[u32] {
        &self.late
    }

    /// The texts that have pseudonyms, in the order of their numbers.
    pub fn replaced(&self) -> &[u32] {
        &self.replaced
    }

    pub fn bytes(&self) -> usize {
        (self.late.capacity() + self.pending.capacity() + self.replaced.capacity()) * 4
            + self.units.capacity() * 2
            + self.capture.capacity()
    }
}

impl Node {
    /// Returns true if its body says nothing of its state: it was not looked into, or is to be cut out.
    pub fn is_hidden(&self) -> bool {
        self.flags & flag::ENDED != 0 || self.flags & flag::MASKED != 0 && !is_text(self.class)
    }
}

impl Walk<'_, '_> {
    /// An object is reached through a name that masks these values.
    #[inline]
    pub fn hide(&mut self, number: u32, secrecy: Secrecy) {
        if secrecy > Secrecy::None {
            self.hide_all(number, secrecy);
        }
    }

    fn hide_all(&mut self, number: u32, secrecy: Secrecy) {
        let wanted = if secrecy.masks_numbers() { flag::SECRET | flag::SECRET_NUMBERS } else { flag::SECRET };
        let walker = &mut *self.walker;
        walker.secrets.pending.push(number);
        while let Some(number) = walker.secrets.pending.pop() {
            let Some(node) = walker.nodes.get_mut(number as usize) else { continue };
            let class = node.class;
            if class.is(ClassFlags::VALUE) {
                let is_secret = !class.is(ClassFlags::NUMBER) || secrecy.masks_numbers();
                if is_secret && node.flags & flag::MASKED == 0 {
                    node.flags |= flag::MASKED;
                    walker.secrets.is_found = true;
                    let is_written = node.body != NOWHERE || node.body_after != NOWHERE;
                    if is_text(class) || is_written && node.flags & flag::ENDED == 0 {
                        walker.secrets.late.push(number);
                    }
                }
            } else if class.is(ClassFlags::CARRIER) && node.flags & wanted != wanted {
                node.flags |= wanted;
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
    /// hidden once more, as a whole. The flags are those from before.
    #[inline]
    pub fn hide_late(&mut self, number: u32, flags: u8) {
        if let Some(node) = self.walker.nodes.get_mut(number as usize)
            && secrecy_of(node.flags) != secrecy_of(flags)
        {
            let secrecy = secrecy_of(node.flags);
            node.flags &= !(flag::SECRET | flag::SECRET_NUMBERS);
            self.hide(number, secrecy);
        }
    }
}

/// Returns what an object with these flags passes on.
#[inline]
pub(super) fn secrecy_of(flags: u8) -> Secrecy {
    match flags & (flag::SECRET | flag::SECRET_NUMBERS) {
        0 => Secrecy::None,
        flag::SECRET => Secrecy::Texts,
        _ => Secrecy::All,
    }
}

/// Returns true if masked objects of a class get pseudonyms.
pub(super) fn is_text(class: &ClassInfo) -> bool {
    matches!(class.form, Form::String | Form::Primitives(Kind::Char | Kind::Byte))
}

/// Returns true if the value of a primitive field is masked for the field's name.
pub(super) fn masks_primitive(jni: Jni, object: jobject, field: &FieldSlot) -> bool {
    let (id, secrecy) = (field.id, field.secrecy);
    match field.kind {
        Kind::Reference | Kind::Boolean => false,
        Kind::Char => secrecy > Secrecy::None,
        Kind::Byte => secrecy.masks_integer(jni.get_byte_field(object, id).into()),
        Kind::Short => secrecy.masks_integer(jni.get_short_field(object, id).into()),
        Kind::Int => secrecy.masks_integer(jni.get_int_field(object, id).into()),
        Kind::Long => secrecy.masks_integer(jni.get_long_field(object, id)),
        Kind::Float | Kind::Double => secrecy == Secrecy::All,
    }
}

/// A body that is to be replaced.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cut {
    start: usize,
    end: usize,
    node: u32,
}

impl Walker {
    /// Replaces secrets in the finished capture: texts by pseudonyms, other values by masked ends.
    pub(super) fn splice_secrets(&mut self) -> Result<(), WalkError> {
        let mut cuts = Vec::new();
        for &number in &self.secrets.late {
            let node = self.nodes.get(number as usize).ok_or(WalkError::Secret)?;
            if node.flags & flag::ENDED != 0 {
                continue;
            }
            for body in [node.body, node.body_after].into_iter().filter(|&body| body != NOWHERE) {
                let start = body as usize;
                let bytes = self.encoder.bytes().get(start..).ok_or(WalkError::Secret)?;
                let length = length(node.class, bytes).map_err(|_| WalkError::Secret)?;
                cuts.push(Cut { start, end: start + length, node: number });
            }
        }
        if cuts.is_empty() {
            return Ok(());
        }
        cuts.sort_unstable();
        let bytes = self.encoder.bytes();
        let Secrets { pseudonyms, capture, replaced, units, .. } = &mut self.secrets;
        let mut at = 0;
        for cut in cuts {
            capture.extend_from_slice(bytes.get(at..cut.start).ok_or(WalkError::Secret)?);
            let class = self.nodes.get(cut.node as usize).ok_or(WalkError::Secret)?.class;
            if is_text(class) {
                let body = bytes.get(cut.start..cut.end).ok_or(WalkError::Secret)?;
                replace_text(class, body, pseudonyms, capture, units).map_err(|_| WalkError::Secret)?;
                replaced.push(cut.node);
            } else {
                put_varint(capture, MASKED);
                put_varint(capture, class.number.index() as u64);
            }
            at = cut.end;
        }
        capture.extend_from_slice(bytes.get(at..).ok_or(WalkError::Secret)?);
        replaced.sort_unstable();
        replaced.dedup();
        self.secrets.is_spliced = true;
        Ok(())
    }
}

/// Appends the body of a text with its pseudonym, which is as long.
fn replace_text(
    class: &ClassInfo,
    body: &[u8],
    pseudonyms: &Pseudonyms,
    out: &mut Vec<u8>,
    units: &mut Vec<u16>,
) -> Result<(), Malformed> {
    let reader = &mut Reader::new(body);
    let tag = reader.varint()?;
    reader.varint()?;
    let head = body.len() - reader.rest().len();
    let (head, text) = body.split_at(head);
    out.extend_from_slice(head);
    if tag == UTF16 || class.form == Form::Primitives(Kind::Char) {
        let (pairs, _) = text.as_chunks::<2>();
        units.clear();
        units.extend(pairs.iter().map(|pair| u16::from_le_bytes(*pair)));
        pseudonyms.replace(units);
        out.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
    } else {
        let start = out.len();
        out.extend_from_slice(text);
        pseudonyms.replace(out.get_mut(start..).unwrap_or_default());
    }
    Ok(())
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
