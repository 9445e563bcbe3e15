//! Reading objects again and comparing them with what was written.
//!
//! Two uses. Right after a walk, everything is read a second time: if nothing differs, the graph is one that
//! the heap really held at the moment between the two readings (changes that were undone meanwhile apart);
//! otherwise it is torn. And after the call, objects of the graph before are compared with their bodies, so
//! that only those that changed are written.
//!
//! The second use saves half of the first: an object that is what it was before the call has been read twice
//! already, before and after the moment at which the new objects had all been read.
//!
//! References are compared with `IsSameObject`; nothing is hashed. Strings and class objects cannot change, and
//! neither can final fields while they are read: for the first use they are left out.

use reenact_recording::graph::Kind;
use reenact_recording::redact::Secrecy;
use reenact_wire::bytes::Reader;

use super::WalkError;
use super::class_info::{Cache, ClassFlags, FieldFlags, Form};
use super::frames::{Frames, Scratch};
use super::secret::{UTF16, masks_primitive, skip};
use super::walker::{NOWHERE, Node, Walk, flag};
use crate::ffi::{Jni, Jvmti, jobject};

/// Arrays of primitives are compared in pieces of so many bytes, a multiple of all widths.
const PIECE: usize = 16 << 10;

/// The use that is made of references that are read.
trait Expect {
    /// True if final fields are taken for granted.
    const TRUSTS_FINAL: bool;

    /// Takes room for one.
    fn room(&mut self) -> Result<(), WalkError>;

    /// Returns true if a reference leads to the expected object; the cache is that of where it was read.
    fn is(&mut self, target: jobject, expected: u32, cache: &Cache) -> bool;

    /// Returns true if a reference is null.
    fn is_null(&mut self, target: jobject) -> bool;
}

impl Walk<'_, '_> {
    /// Returns true if the objects from a number on that this walk came to are still what was written.
    pub fn is_still_so(&mut self, from: u32) -> Result<bool, WalkError> {
        let (walker, jni) = (&mut *self.walker, self.context.jni);
        if walker.nodes.len() <= from as usize {
            return Ok(true);
        }
        let mut expect = Look { scratch: Scratch::new(jni)?, jni, nodes: &walker.nodes };
        for node in walker.nodes.iter().skip(from as usize) {
            if node.handle.is_null() || node.is_hidden() {
                continue;
            }
            let body = if node.body_after == NOWHERE { node.body } else { node.body_after };
            if !is_same(jni, node, walker.encoder.bytes(), body, &mut walker.block, &mut expect)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns true if an object of the graph before is what it was. What it leads to is reached if so.
    pub fn is_unchanged(&mut self, number: u32) -> Result<bool, WalkError> {
        let (walker, jni) = (&mut *self.walker, self.context.jni);
        let Some(&node) = walker.nodes.get(number as usize) else { return Ok(true) };
        if node.is_hidden() {
            return Ok(true);
        }
        let bytes = walker.encoder.bytes();
        let mut expect = Reach {
            jni,
            jvmti: self.context.jvmti,
            nodes: &mut walker.nodes,
            again: &mut walker.again,
            frames: &mut self.frames,
            bytes,
            chars: &mut walker.chars,
        };
        is_same(jni, &node, bytes, node.body, &mut walker.block, &mut expect)
    }
}

/// Compares an object with its body.
fn is_same(
    jni: Jni,
    node: &Node,
    bytes: &[u8],
    body: u32,
    block: &mut Vec<u8>,
    expect: &mut impl Expect,
) -> Result<bool, WalkError> {
    let Some(body) = bytes.get(body as usize..) else { return Ok(false) };
    let mut reader = Reader::new(body);
    // The bytes are our own: what cannot be read is a body that is not there, which differs.
    let result = match node.class.form {
        Form::String | Form::ClassObject | Form::Opaque => return Ok(true),
        Form::Object => fields(jni, node, node.handle, &mut reader, expect),
        Form::Array => elements(jni, node.handle, &node.class.elements, &mut reader, expect),
        Form::Primitives(kind) => primitives(jni, node.handle, kind, &mut reader, block).map(Ok),
    };
    result.unwrap_or(Ok(false))
}

fn fields<E: Expect>(
    jni: Jni,
    node: &Node,
    object: jobject,
    reader: &mut Reader<'_>,
    expect: &mut E,
) -> Option<Result<bool, WalkError>> {
    let class = node.class;
    let is_secret = node.flags & flag::SECRET != 0;
    reader.varint().ok()?;
    for field in &class.fields {
        let id = field.id;
        if E::TRUSTS_FINAL && field.is(FieldFlags::FINAL) {
            skip(reader, field.kind).ok()?;
            continue;
        }
        let is_hash = is_secret && field.is(FieldFlags::HASH);
        // What is masked was written as zero.
        let is_zero = field.secrecy != Secrecy::None && masks_primitive(jni, object, field);
        let is_same = match field.kind {
            Kind::Reference => {
                let expected = reader.varint().ok()?;
                if let Err(error) = expect.room() {
                    return Some(Err(error));
                }
                let target = jni.get_object_field(object, id);
                match expected {
                    0 => expect.is_null(target),
                    number => expect.is(target, (number - 1) as u32, &field.cache),
                }
            }
            Kind::Boolean => reader.byte().ok()? == u8::from(jni.get_boolean_field(object, id)),
            Kind::Byte => {
                let written = reader.byte().ok()?;
                written == if is_zero { 0 } else { jni.get_byte_field(object, id) as u8 }
            }
            Kind::Char => {
                let written = reader.varint().ok()?;
                written == if is_zero { 0 } else { u64::from(jni.get_char_field(object, id)) }
            }
            Kind::Short => {
                let written = reader.signed().ok()?;
                written == if is_zero { 0 } else { i64::from(jni.get_short_field(object, id)) }
            }
            Kind::Int => {
                let written = reader.signed().ok()?;
                is_hash || written == if is_zero { 0 } else { i64::from(jni.get_int_field(object, id)) }
            }
            Kind::Long => {
                let written = reader.signed().ok()?;
                written == if is_zero { 0 } else { jni.get_long_field(object, id) }
            }
            Kind::Float => {
                let bits = if is_zero { 0 } else { jni.get_float_field(object, id).to_bits() };
                reader.array().ok()? == bits.to_le_bytes()
            }
            Kind::Double => {
                let bits = if is_zero { 0 } else { jni.get_double_field(object, id).to_bits() };
                reader.array().ok()? == bits.to_le_bytes()
            }
        };
        if !is_same {
            return Some(Ok(false));
        }
    }
    Some(Ok(true))
}

fn elements(
    jni: Jni,
    array: jobject,
    cache: &Cache,
    reader: &mut Reader<'_>,
    expect: &mut impl Expect,
) -> Option<Result<bool, WalkError>> {
    reader.varint().ok()?;
    reader.varint().ok()?;
    let length = i32::try_from(reader.varint().ok()?).ok()?;
    // Arrays keep their length, and this one's was asked for; but asking is cheap and a wrong index is not.
    if length != jni.get_array_length(array) {
        return Some(Ok(false));
    }
    for index in 0..length {
        let expected = reader.varint().ok()?;
        if let Err(error) = expect.room() {
            return Some(Err(error));
        }
        let target = jni.get_object_array_element(array, index);
        let is_same = match expected {
            0 => expect.is_null(target),
            number => expect.is(target, (number - 1) as u32, cache),
        };
        if !is_same {
            return Some(Ok(false));
        }
    }
    Some(Ok(true))
}

fn primitives(
    jni: Jni,
    array: jobject,
    kind: Kind,
    reader: &mut Reader<'_>,
    block: &mut Vec<u8>,
) -> Option<bool> {
    reader.varint().ok()?;
    let length = usize::try_from(reader.varint().ok()?).ok()?;
    if length as i64 != i64::from(jni.get_array_length(array)) {
        return Some(false);
    }
    let written = reader.take(length * kind.width()).ok()?;
    if block.len() < PIECE.min(written.len()) {
        block.resize(PIECE.min(written.len()), 0);
    }
    for (index, piece) in written.chunks(PIECE).enumerate() {
        let block = block.get_mut(..piece.len())?;
        jni.get_array_region(kind, array, (index * PIECE / kind.width()) as i32, block);
        if block != piece {
            return Some(false);
        }
    }
    Some(true)
}

/// Returns true if an object with the hash of a leaf of the graph before is that leaf. For strings and boxes no weak
/// reference is kept: of the same class, with the same identity hash and the same content is the same, and
/// if that were wrong, two equal values would be taken for one.
pub(super) fn is_same_leaf(
    jni: Jni,
    object: jobject,
    leaf: &Node,
    bytes: &[u8],
    chars: &mut Vec<u16>,
) -> bool {
    // Leaves are the bootstrap loader's: their mirrors are strong references.
    leaf.class.mirror.has_instance(jni, object) && has_content(jni, object, leaf, bytes, chars)
}

/// Returns true if an object of a leaf's class has the leaf's content.
fn has_content(jni: Jni, object: jobject, leaf: &Node, bytes: &[u8], chars: &mut Vec<u16>) -> bool {
    // An object that is not written has no content to compare.
    let Some(body) = bytes.get(leaf.body as usize..).filter(|_| leaf.flags & flag::ENDED == 0) else {
        return true;
    };
    let mut reader = Reader::new(body);
    match leaf.class.form {
        Form::String => is_same_string(jni, object, &mut reader, chars).unwrap_or(false),
        _ => matches!(fields(jni, leaf, object, &mut reader, &mut NoReferences), Some(Ok(true))),
    }
}

fn is_same_string(jni: Jni, string: jobject, reader: &mut Reader<'_>, chars: &mut Vec<u16>) -> Option<bool> {
    let is_wide = reader.varint().ok()? == UTF16;
    let length = usize::try_from(reader.varint().ok()?).ok()?;
    if i64::from(jni.get_string_length(string)) != length as i64 {
        return Some(false);
    }
    if chars.len() < length {
        chars.resize(length, 0);
    }
    let chars = chars.get_mut(..length)?;
    jni.get_string_region(string, 0, chars);
    if is_wide {
        let (pairs, _) = reader.take(length * 2).ok()?.as_chunks::<2>();
        return Some(pairs.iter().zip(chars).all(|(pair, char)| u16::from_le_bytes(*pair) == *char));
    }
    let latin1 = reader.take(length).ok()?;
    Some(latin1.iter().zip(chars).all(|(byte, char)| u16::from(*byte) == *char))
}

/// For objects without references.
struct NoReferences;

impl Expect for NoReferences {
    const TRUSTS_FINAL: bool = false;

    fn room(&mut self) -> Result<(), WalkError> {
        Ok(())
    }

    fn is(&mut self, _: jobject, _: u32, _: &Cache) -> bool {
        false
    }

    fn is_null(&mut self, _: jobject) -> bool {
        false
    }
}

/// Looks at references and forgets them.
struct Look<'a> {
    jni: Jni,
    scratch: Scratch,
    nodes: &'a [Node],
}

impl Expect for Look<'_> {
    const TRUSTS_FINAL: bool = true;

    #[inline]
    fn room(&mut self) -> Result<(), WalkError> {
        self.scratch.take()
    }

    #[inline]
    fn is(&mut self, target: jobject, expected: u32, _: &Cache) -> bool {
        let Some(node) = self.nodes.get(expected as usize) else { return false };
        !target.is_null() && !node.handle.is_null() && self.jni.is_same_object(target, node.handle)
    }

    #[inline]
    fn is_null(&mut self, target: jobject) -> bool {
        target.is_null()
    }
}

/// Reaches what references lead to, if it is what is expected.
struct Reach<'a> {
    jni: Jni,
    jvmti: Jvmti,
    nodes: &'a mut [Node],
    again: &'a mut Vec<u32>,
    frames: &'a mut Frames,
    bytes: &'a [u8],
    chars: &'a mut Vec<u16>,
}

impl Expect for Reach<'_> {
    const TRUSTS_FINAL: bool = false;

    #[inline]
    fn room(&mut self) -> Result<(), WalkError> {
        self.frames.take()
    }

    #[inline]
    fn is(&mut self, target: jobject, expected: u32, cache: &Cache) -> bool {
        if target.is_null() {
            self.frames.unused();
            return false;
        }
        let Some(node) = self.nodes.get_mut(expected as usize) else {
            self.frames.give_back(target);
            return false;
        };
        let is_waiting = node.handle.is_null();
        let is_same = match is_waiting {
            true if node.class.is(ClassFlags::LEAF) => {
                self.jvmti.get_object_hash_code(target) == Ok(node.hash)
                    && (cache.is_exact() || node.class.mirror.has_instance(self.jni, target))
                    && has_content(self.jni, target, node, self.bytes, self.chars)
            }
            true => node.weak.is_some_and(|weak| weak.is(self.jni, target)),
            false => self.jni.is_same_object(target, node.handle),
        };
        if is_same && is_waiting {
            node.handle = target;
            if !node.class.is(ClassFlags::LEAF) {
                self.again.push(expected);
            }
        } else {
            self.frames.give_back(target);
        }
        is_same
    }

    #[inline]
    fn is_null(&mut self, target: jobject) -> bool {
        let is_null = target.is_null();
        if is_null {
            self.frames.unused();
        } else {
            self.frames.give_back(target);
        }
        is_null
    }
}
