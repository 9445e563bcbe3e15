//! Writing an object's body.

use reenact_base::Id;
use reenact_classfile::Mutf8;
use reenact_heap::Ending;
use reenact_recording::graph::Kind;
use reenact_recording::model::Marks;
use reenact_recording::redact::Secrecy;

use super::class_info::{ClassFlags, ClassInfo, FieldFlags, FieldSlot, Form};
use super::secret::{is_text, masks_primitive, secrecy_of};
use super::visit::Arrival;
use super::walker::{NOWHERE, Walk, flag};
use super::{WalkError, names};
use crate::ffi::jobject;

impl Walk<'_, '_> {
    /// Writes the body of a new object.
    pub fn write(&mut self, number: u32) -> Result<(), WalkError> {
        let Some(&node) = self.walker.nodes.get(number as usize) else { return Ok(()) };
        let object = node.handle;
        let class = node.class;
        let is_over = number as usize >= self.limit
            || self.walker.nodes.len() >= self.most
            || self.walker.encoder.bytes().len() >= self.bytes;
        if class.form == Form::Opaque || node.flags & flag::BEYOND != 0 {
            self.end(number, class, Ending::Frontier);
            return Ok(());
        }
        if is_over || self.is_cut_early && self.is_too_long(object, class) {
            self.end(number, class, Ending::Budget);
            return Ok(());
        }
        self.body(number, object, class, node.flags)
    }

    /// Returns true if an array of primitives would exceed the bytes of the capture.
    fn is_too_long(&self, array: jobject, class: &ClassInfo) -> bool {
        let Form::Primitives(kind) = class.form else { return false };
        let length = usize::try_from(self.context.jni.get_array_length(array)).unwrap_or(0);
        self.walker.encoder.bytes().len() + length.saturating_mul(kind.width()) > self.bytes
    }

    /// Writes the body of an object of the graph before that has changed.
    pub fn write_again(&mut self, number: u32) -> Result<(), WalkError> {
        let Some(&node) = self.walker.nodes.get(number as usize) else { return Ok(()) };
        self.walker.encoder.revisit(number);
        self.body(number, node.handle, node.class, node.flags)?;
        self.settle(number);
        Ok(())
    }

    fn body(
        &mut self,
        number: u32,
        object: jobject,
        class: &'static ClassInfo,
        flags: u8,
    ) -> Result<(), WalkError> {
        match class.form {
            Form::String => self.string(number, object, class),
            Form::ClassObject => self.class_object(number, object, class),
            Form::Primitives(kind) => self.primitives(number, object, class, kind, flags),
            Form::Array => self.array(number, object, class, flags),
            Form::Object if class.is(ClassFlags::VALUE) && flags & flag::MASKED != 0 => {
                self.end(number, class, Ending::Masked);
                Ok(())
            }
            Form::Object => self.object(number, object, class, flags),
            Form::Opaque => {
                self.end(number, class, Ending::Frontier);
                Ok(())
            }
        }
    }

    fn object(
        &mut self,
        number: u32,
        object: jobject,
        class: &'static ClassInfo,
        flags: u8,
    ) -> Result<(), WalkError> {
        self.walker.encoder.object(class.number);
        self.note(number, varint_length(32 + class.number.index() as u64));
        let inherited = secrecy_of(flags);
        let is_secret = inherited > Secrecy::None;
        let (mut nulls, mut bit) = (0, 1u64);
        for (index, field) in class.fields.iter().enumerate() {
            if field.kind != Kind::Reference {
                self.primitive(object, field, index, is_secret);
                continue;
            }
            self.frames.take()?;
            let target = self.context.jni.get_object_field(object, field.id);
            if target.is_null() {
                self.frames.unused();
                self.walker.encoder.null();
                nulls |= bit;
            } else {
                let is_beyond = field.is(FieldFlags::END)
                    || self
                        .context
                        .policy
                        .frontier
                        .as_ref()
                        .is_some_and(|frontier| self.walker.frontier.is_beyond(frontier, class, index));
                let secrecy = match field.is(FieldFlags::JDK) {
                    true => field.secrecy.max(inherited),
                    false => field.secrecy,
                };
                let arrival = Arrival { cache: Some(&field.cache), secrecy, is_beyond, is_ours: true };
                let target = self.visit(target, &arrival)?;
                self.walker.encoder.reference(target);
            }
            bit = bit.rotate_left(1);
        }
        self.hide_late(number, flags);
        self.walker.shape.object(class.number.index() as u32, nulls, 0);
        Ok(())
    }

    #[inline]
    fn primitive(&mut self, object: jobject, field: &FieldSlot, index: usize, is_secret: bool) {
        let (jni, encoder) = (self.context.jni, &mut self.walker.encoder);
        let is_hash = is_secret && field.is(FieldFlags::HASH);
        if is_hash || field.secrecy != Secrecy::None && masks_primitive(jni, object, field) {
            encoder.mask_field(index as u32);
            self.marks = self.marks.and(Marks::MASKED);
            match field.kind {
                Kind::Boolean | Kind::Byte => encoder.byte(0),
                Kind::Char => encoder.char(0),
                Kind::Short | Kind::Int | Kind::Long => encoder.long(0),
                Kind::Float => encoder.float(0),
                Kind::Double => encoder.double(0),
                Kind::Reference => encoder.null(),
            }
            return;
        }
        match field.kind {
            Kind::Boolean => encoder.boolean(jni.get_boolean_field(object, field.id)),
            Kind::Byte => encoder.byte(jni.get_byte_field(object, field.id)),
            Kind::Char => encoder.char(jni.get_char_field(object, field.id)),
            Kind::Short => encoder.short(jni.get_short_field(object, field.id)),
            Kind::Int => encoder.int(jni.get_int_field(object, field.id)),
            Kind::Long => encoder.long(jni.get_long_field(object, field.id)),
            Kind::Float => encoder.float(jni.get_float_field(object, field.id).to_bits()),
            Kind::Double => encoder.double(jni.get_double_field(object, field.id).to_bits()),
            Kind::Reference => encoder.null(),
        }
    }

    fn array(
        &mut self,
        number: u32,
        object: jobject,
        class: &'static ClassInfo,
        flags: u8,
    ) -> Result<(), WalkError> {
        let length = self.context.jni.get_array_length(object).max(0);
        // Half an array is none: it must fit as a whole, with the objects that it may lead to.
        let room = self.most.saturating_sub(self.walker.nodes.len()).min(self.left());
        if length as usize > room {
            self.end(number, class, Ending::Budget);
            return Ok(());
        }
        self.walker.encoder.array(class.number, length as u32);
        self.note(number, 1 + varint_length(class.number.index() as u64) + varint_length(length as u64));
        let secrecy = secrecy_of(flags);
        let mut nulls = 0;
        for index in 0..length {
            self.frames.take()?;
            let target = self.context.jni.get_object_array_element(object, index);
            if target.is_null() {
                self.frames.unused();
                self.walker.encoder.null();
                nulls = 1;
            } else {
                let arrival =
                    Arrival { cache: Some(&class.elements), secrecy, is_beyond: false, is_ours: true };
                let target = self.visit(target, &arrival)?;
                self.walker.encoder.reference(target);
            }
        }
        self.hide_late(number, flags);
        self.walker.shape.object(class.number.index() as u32, nulls, length as usize);
        Ok(())
    }

    fn primitives(
        &mut self,
        number: u32,
        object: jobject,
        class: &'static ClassInfo,
        kind: Kind,
        flags: u8,
    ) -> Result<(), WalkError> {
        let length = self.context.jni.get_array_length(object).max(0) as usize;
        let bytes = length.saturating_mul(kind.width());
        if bytes > self.left() {
            self.end(number, class, Ending::Budget);
        } else if flags & flag::MASKED != 0 && !is_text(class) && length > 0 {
            self.end(number, class, Ending::Masked);
        } else {
            let block = self.walker.encoder.primitives(kind, length as u32);
            if length > 0 {
                self.context.jni.get_array_region(kind, object, 0, block);
            }
            self.note(number, 1 + varint_length(length as u64) + bytes);
            self.walker.shape.object(class.number.index() as u32, 0, length);
        }
        Ok(())
    }

    fn string(&mut self, number: u32, object: jobject, class: &'static ClassInfo) -> Result<(), WalkError> {
        let length = self.context.jni.get_string_length(object).max(0) as usize;
        if length.saturating_mul(2) > self.left() {
            self.end(number, class, Ending::Budget);
            return Ok(());
        }
        let walker = &mut *self.walker;
        if walker.chars.len() < length {
            walker.chars.resize(length, 0);
        }
        let Some(chars) = walker.chars.get_mut(..length) else { return Ok(()) };
        self.context.jni.get_string_region(object, 0, chars);
        let redactor = &self.context.classes.redactor;
        let looks_secret;
        let size = if chars.iter().fold(0, |all, &char| all | char) < 0x100 {
            walker.latin1.clear();
            walker.latin1.extend(chars.iter().map(|&char| char as u8));
            looks_secret = redactor.masks_latin1(&walker.latin1);
            walker.encoder.string_latin1(&walker.latin1);
            length
        } else {
            looks_secret = redactor.masks_utf16(chars);
            walker.encoder.string_utf16(chars);
            length * 2
        };
        self.note(number, 1 + varint_length(length as u64) + size);
        self.walker.shape.object(class.number.index() as u32, 0, length);
        if looks_secret {
            self.hide(number, Secrecy::Texts);
        }
        Ok(())
    }

    fn class_object(
        &mut self,
        number: u32,
        object: jobject,
        class: &'static ClassInfo,
    ) -> Result<(), WalkError> {
        let signature = self.context.jvmti.get_class_signature(object)?;
        let signature = Mutf8::new(&signature).to_str();
        let name = names::from_signature(&signature);
        self.walker.encoder.class_object(&name);
        self.note(number, 1 + varint_length(name.len() as u64) + name.len());
        self.walker.shape.object(class.number.index() as u32, 0, 0);
        Ok(())
    }

    /// Writes that an object is not looked into.
    fn end(&mut self, number: u32, class: &'static ClassInfo, ending: Ending) {
        let walker = &mut *self.walker;
        walker.encoder.ending(class.number, ending);
        self.marks = self.marks.and(match ending {
            Ending::Frontier => Marks::default(),
            Ending::Budget => Marks::TRUNCATED,
            Ending::Masked => Marks::MASKED,
        });
        self.note(number, 1 + varint_length(class.number.index() as u64));
        let walker = &mut *self.walker;
        if let Some(node) = walker.nodes.get_mut(number as usize) {
            node.flags |= flag::ENDED;
        }
        walker.shape.object(class.number.index() as u32, 1 << 63 | ending as u64, 0);
    }

    /// Notes where a body starts: so many bytes before what was written last. The encoder may take back the
    /// body before this one, so that counting from the front would not do.
    #[inline]
    fn note(&mut self, number: u32, length: usize) {
        let walker = &mut *self.walker;
        let start = walker.encoder.bytes().len().saturating_sub(length) as u32;
        if let Some(node) = walker.nodes.get_mut(number as usize) {
            if self.is_after {
                node.body_after = start;
            } else {
                node.body = start;
            }
        }
    }

    /// If a body that was written again is what it was, the encoder will take it back. Then the object
    /// changed and changed back while it was read.
    fn settle(&mut self, number: u32) {
        let walker = &mut *self.walker;
        let Some(node) = walker.nodes.get(number as usize) else { return };
        let (start, after) = (node.body as usize, node.body_after as usize);
        let next = walker.nodes.get(number as usize + 1).filter(|_| number + 1 < walker.before);
        let end = next.map_or(walker.before_end, |next| next.body) as usize;
        let bytes = walker.encoder.bytes();
        if bytes.get(start..end) == bytes.get(after..)
            && let Some(node) = walker.nodes.get_mut(number as usize)
        {
            node.body_after = NOWHERE;
            self.marks = self.marks.and(Marks::TORN_AFTER);
        }
    }

    /// Bytes that the capture may still grow.
    fn left(&self) -> usize {
        self.bytes.saturating_sub(self.walker.encoder.bytes().len())
    }
}

/// Bytes of a varint.
#[inline]
pub(super) fn varint_length(value: u64) -> usize {
    match value {
        0..0x80 => 1,
        _ => (64 - value.leading_zeros() as usize).div_ceil(7),
    }
}
