//! From JSON to the buffer, without a tree in between: documents whose components are in the order of their forms.
//!
//! Whatever is not expected ends this way, and the document is read again by [`crate::json`] and [`crate::document`], which read
//! all that is allowed and report what is not. So nothing is accepted here that they would refuse.

use super::context::Context;
use super::stream::{put_array, put_int, put_long, put_text, tag};
use super::table::{Entry, LiveShape, Place, array_list};
use crate::document::{Shapes, decode_base64, read_double, read_float};
use crate::limits::{Budget, Limits};
use crate::platform::FORMS;
use crate::types::{Primitive, Type};

/// Reads a document; false if it must be read the other way. The buffer then holds a part of it.
pub fn read(bytes: &[u8], context: &Context, limits: &Limits, out: &mut Vec<u16>) -> bool {
    let mut reader =
        Reader { bytes, at: 0, context, budget: Budget::new(limits), array_list: array_list(), out };
    if reader.budget.bytes(bytes.len()).is_err() || reader.value(&Place::Any).is_none() {
        return false;
    }
    reader.space();
    reader.at == bytes.len()
}

struct Reader<'r> {
    bytes: &'r [u8],
    at: usize,
    context: &'r Context,
    budget: Budget,
    array_list: u32,
    out: &'r mut Vec<u16>,
}

impl<'r> Reader<'r> {
    #[inline]
    fn space(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    #[inline]
    fn peek(&mut self) -> Option<u8> {
        self.space();
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        self.bytes[self.at..].starts_with(word).then(|| self.at += word.len())
    }

    fn value(&mut self, place: &Place) -> Option<()> {
        self.budget.value().ok()?;
        let first = self.peek()?;
        if let Place::Primitive(primitive) = place {
            return self.primitive(*primitive);
        }
        match (first, place) {
            (b'n', _) => {
                self.word(b"null")?;
                self.out.push(tag::NULL);
                Some(())
            }
            (b'{', Place::Boxed(_) | Place::Text | Place::Array(_)) => None,
            (b'{', _) => self.record(place),
            (b'"', Place::Text | Place::Any) => self.text(),
            (_, Place::Boxed(primitive)) => {
                self.out.push(tag::BOXED + *primitive as u16);
                self.primitive(*primitive)
            }
            (b'"', Place::PlatformText(number)) => {
                self.out.push(tag::OBJECT);
                put_int(*number, self.out);
                self.text()
            }
            (b'"', Place::Class(class)) => {
                let name = self.plain_text()?;
                self.constant(class, name)
            }
            (b'[', Place::List) => {
                self.budget.enter().ok()?;
                self.out.push(tag::OBJECT);
                put_int(self.array_list, self.out);
                self.elements(&Type::object())?;
                self.budget.leave();
                Some(())
            }
            (b'[', Place::Array(element)) if *element != Type::Primitive(Primitive::Byte) => {
                self.budget.enter().ok()?;
                self.elements(element)?;
                self.budget.leave();
                Some(())
            }
            (b'"', Place::Array(Type::Primitive(Primitive::Byte))) => {
                let bytes = decode_base64(self.plain_text()?)?;
                put_array(&Type::Primitive(Primitive::Byte), bytes.len(), self.context, self.out).ok()?;
                self.out.extend(bytes.iter().map(|byte| *byte as i8 as u16));
                Some(())
            }
            (b't' | b'f', Place::Any) => {
                self.out.push(tag::BOXED + Primitive::Boolean as u16);
                self.primitive(Primitive::Boolean)
            }
            (b'-' | b'0'..=b'9', Place::Any) => self.any_number(),
            _ => None,
        }
    }

    fn elements(&mut self, element: &Type) -> Option<()> {
        put_array(element, 0, self.context, self.out).ok()?;
        let length_at = self.out.len() - 2;
        let place = Place::of(element);
        let mut length = 0u32;
        self.take(b'[')?;
        if self.peek()? == b']' {
            self.at += 1;
            return Some(());
        }
        loop {
            self.value(&place)?;
            length += 1;
            match self.peek()? {
                b',' => self.at += 1,
                b']' => break,
                _ => return None,
            }
        }
        self.at += 1;
        self.out[length_at] = (length >> 16) as u16;
        self.out[length_at + 1] = length as u16;
        Some(())
    }

    /// A value that begins with a brace: an object, a typed primitive or a constant.
    fn record(&mut self, place: &Place) -> Option<()> {
        self.budget.enter().ok()?;
        // Class and version, or type and value, count as values of their own, as in the other reader.
        self.budget.value().ok()?;
        self.budget.value().ok()?;
        self.at += 1;
        self.space();
        let key = self.plain_text()?;
        self.take(b':')?;
        self.space();
        match key {
            "$class" => {
                let class = self.plain_text()?;
                self.object(class, place)?;
            }
            "$enum" => {
                let class = self.plain_text()?;
                self.value_key()?;
                self.space();
                let name = self.plain_text()?;
                if !self.fits(class, place) {
                    return None;
                }
                self.constant(class, name)?;
                self.take(b'}')?;
            }
            "$type" if *place == Place::Any => {
                let primitive = Primitive::named(self.plain_text()?)?;
                self.value_key()?;
                self.out.push(tag::BOXED + primitive as u16);
                self.space();
                self.primitive(primitive)?;
                self.take(b'}')?;
            }
            _ => return None,
        }
        self.budget.leave();
        Some(())
    }

    fn value_key(&mut self) -> Option<()> {
        self.take(b',')?;
        self.space();
        (self.plain_text()? == "$value").then_some(())?;
        self.take(b':')
    }

    fn object(&mut self, class: &str, place: &Place) -> Option<()> {
        self.take(b',')?;
        self.space();
        self.word(b"\"$version\"")?;
        self.take(b':')?;
        self.space();
        let version = i32::try_from(self.integer()?).ok()?;
        let context = self.context;
        let number = context.form_number(class, version)?;
        let form = form(context, number)?;
        if !self.fits(class, place) {
            return None;
        }
        self.out.push(tag::OBJECT);
        put_int(number, self.out);
        for component in &form.components {
            self.key(&component.key)?;
            self.value(&component.place)?;
        }
        self.take(b'}')
    }

    fn fits(&self, class: &str, place: &Place) -> bool {
        match place {
            Place::Any => true,
            Place::Class(declared) => self.context.fits(class, declared),
            Place::List => ["java.util.List", "java.util.Collection", "java.lang.Iterable"]
                .iter()
                .all(|declared| self.context.fits(class, declared)),
            _ => false,
        }
    }

    /// `,"name":`, most often without spaces.
    #[inline]
    fn key(&mut self, key: &[u8]) -> Option<()> {
        if self.bytes[self.at..].starts_with(key) {
            self.at += key.len();
            return Some(());
        }
        self.take(b',')?;
        self.space();
        self.word(&key[1..key.len() - 1])?;
        self.take(b':')
    }

    fn constant(&mut self, class: &str, name: &str) -> Option<()> {
        let (number, index) = self.context.constant_number(class, name)?;
        self.out.push(tag::ENUM);
        put_int(number, self.out);
        put_int(index, self.out);
        Some(())
    }

    fn primitive(&mut self, primitive: Primitive) -> Option<()> {
        match primitive {
            Primitive::Boolean => match self.peek()? {
                b't' => {
                    self.word(b"true")?;
                    self.out.push(1);
                }
                _ => {
                    self.word(b"false")?;
                    self.out.push(0);
                }
            },
            Primitive::Byte => {
                let value = i8::try_from(self.integer()?).ok()?;
                self.out.push(value as u16);
            }
            Primitive::Short => {
                let value = i16::try_from(self.integer()?).ok()?;
                self.out.push(value as u16);
            }
            Primitive::Int => put_int(i32::try_from(self.integer()?).ok()? as u32, self.out),
            Primitive::Long => put_long(self.integer()? as u64, self.out),
            Primitive::Char => {
                // Behind the tag and the length, which a char does not have.
                let start = self.out.len();
                self.text()?;
                let text = self.out.split_off(start);
                let [_, 0, 1, unit] = text[..] else { return None };
                self.out.push(unit);
            }
            Primitive::Float => put_int(read_float(self.number()?)?, self.out),
            Primitive::Double => put_long(read_double(self.number()?)?, self.out),
        }
        Some(())
    }

    fn any_number(&mut self) -> Option<()> {
        let start = self.at;
        let text = self.number()?;
        if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
            self.at = start;
            let value = i32::try_from(self.integer()?).ok()?;
            self.out.push(tag::BOXED + Primitive::Int as u16);
            put_int(value as u32, self.out);
        } else {
            self.out.push(tag::BOXED + Primitive::Double as u16);
            put_long(read_double(text)?, self.out);
        }
        Some(())
    }

    /// A number's text; the readers of numbers check its grammar.
    fn number(&mut self) -> Option<&'r str> {
        let bytes: &'r [u8] = &self.bytes[self.at..];
        let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
        let length = bytes.iter().take_while(|byte| is_part(byte)).count();
        self.at += length;
        std::str::from_utf8(&bytes[..length]).ok()
    }

    /// A whole number of at most 18 digits; longer ones are read the other way.
    fn integer(&mut self) -> Option<i64> {
        let is_negative = self.bytes.get(self.at) == Some(&b'-');
        let start = self.at + usize::from(is_negative);
        let mut at = start;
        let mut value = 0i64;
        while let Some(digit @ b'0'..=b'9') = self.bytes.get(at) {
            if at - start == 18 {
                return None;
            }
            value = value * 10 + i64::from(digit - b'0');
            at += 1;
        }
        let has_zero = self.bytes.get(start) == Some(&b'0');
        let is_wrong = at == start || has_zero && (at > start + 1 || is_negative);
        if is_wrong || matches!(self.bytes.get(at), Some(b'.' | b'e' | b'E' | b'+' | b'-')) {
            return None;
        }
        self.at = at;
        Some(if is_negative { -value } else { value })
    }

    /// A text without escapes, such as a name.
    fn plain_text(&mut self) -> Option<&'r str> {
        let rest: &'r [u8] = self.bytes.get(self.at..)?.strip_prefix(b"\"")?;
        let length = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))?;
        if rest[length] != b'"' {
            return None;
        }
        self.at += length + 2;
        std::str::from_utf8(&rest[..length]).ok()
    }

    fn text(&mut self) -> Option<()> {
        self.word(b"\"")?;
        let rest = &self.bytes[self.at..];
        let plain = plain_length(rest);
        if rest.get(plain) == Some(&b'"') {
            self.out.push(tag::TEXT);
            put_int(plain as u32, self.out);
            self.out.extend(rest[..plain].iter().map(|byte| u16::from(*byte)));
            self.at += plain + 1;
            return Some(());
        }
        let (text, length) = crate::json::read_text(rest)?;
        self.at += length;
        put_text(&text, self.out);
        Some(())
    }
}

fn form(context: &Context, number: u32) -> Option<&LiveShape> {
    let at = number as usize;
    let entry = match at < FORMS.len() {
        true => context.table.get(number)?,
        false => context.added.get(at - FORMS.len())?,
    };
    match &**entry {
        Entry::Form(form) => Some(form),
        _ => None,
    }
}

/// The number of ASCII characters at the start that stand for themselves.
fn plain_length(bytes: &[u8]) -> usize {
    let is_plain = |byte: u8| (0x20..0x80).contains(&byte) && byte != b'"' && byte != b'\\';
    let mut length = 0;
    for chunk in bytes.chunks_exact(8) {
        if !chunk.iter().fold(true, |all, byte| all & is_plain(*byte)) {
            break;
        }
        length += 8;
    }
    length + bytes[length..].iter().take_while(|byte| is_plain(**byte)).count()
}
