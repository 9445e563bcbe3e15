//! From the buffer to JSON, without a tree in between. The bytes are those that [`crate::json`] writes for the same value.

use std::io::Write;

use super::stream::{ArrayHead, Units, tag};
use super::table::{Place, Table, array_list};
use crate::document::{double_text, encode_base64, float_text};
use crate::limits::{Budget, Exceeded, Limits};
use crate::types::{Primitive, Type};

/// Writes the document of a buffer.
pub fn write(units: &[u16], table: &Table, limits: &Limits, out: &mut Vec<u8>) -> Result<(), String> {
    let mut writer = Writer {
        units: Units::new(units),
        table,
        budget: Budget::new(limits),
        array_list: array_list(),
        out,
    };
    writer.tagged(&Place::Any)
}

struct Writer<'w> {
    units: Units<'w>,
    table: &'w Table,
    budget: Budget,
    /// The number of the list that is written plainly where any list is declared.
    array_list: u32,
    out: &'w mut Vec<u8>,
}

fn within(exceeded: Result<(), Exceeded>) -> Result<(), String> {
    exceeded.map_err(|exceeded| exceeded.to_string())
}

impl Writer<'_> {
    fn value(&mut self, place: &Place) -> Result<(), String> {
        match place {
            Place::Primitive(primitive) => {
                within(self.budget.value())?;
                self.primitive(*primitive)
            }
            _ => self.tagged(place),
        }
    }

    fn tagged(&mut self, place: &Place) -> Result<(), String> {
        within(self.budget.value())?;
        match self.units.unit()? {
            tag::NULL => self.out.extend_from_slice(b"null"),
            tag::TEXT => write_text(self.units.text()?, self.out),
            tag::OBJECT => {
                within(self.budget.enter())?;
                let number = self.units.int()?;
                self.object(number, place)?;
                self.budget.leave();
            }
            tag::ENUM => {
                let (found, constant) = self.table.constant(self.units.int()?, self.units.int()?)?;
                if matches!(place, Place::Class(class) if *class == found.class) {
                    write_str(constant, self.out);
                } else {
                    self.out.extend_from_slice(b"{\"$enum\":");
                    write_str(&found.class, self.out);
                    self.out.extend_from_slice(b",\"$value\":");
                    write_str(constant, self.out);
                    self.out.push(b'}');
                }
            }
            tag::ARRAY => {
                within(self.budget.enter())?;
                let head = self.units.array(self.table)?;
                if matches!(place, Place::Array(element) if *element == head.element) {
                    self.elements(&head)?;
                } else {
                    self.out.extend_from_slice(b"{\"$type\":");
                    write_str(&format!("{}[]", head.element), self.out);
                    self.out.extend_from_slice(b",\"$value\":");
                    self.elements(&head)?;
                    self.out.push(b'}');
                }
                self.budget.leave();
            }
            boxed => match Units::boxed(boxed) {
                Some(primitive) if place.says() == Some(primitive) => self.primitive(primitive)?,
                Some(primitive) => self.typed(primitive)?,
                None => return Err("internal error: the buffer of a document is damaged".to_owned()),
            },
        }
        Ok(())
    }

    fn object(&mut self, number: u32, place: &Place) -> Result<(), String> {
        let table = self.table;
        let form = table.form(number)?;
        if form.is_text && *place == Place::PlatformText(number) {
            return match self.units.unit()? {
                tag::TEXT => {
                    write_text(self.units.text()?, self.out);
                    Ok(())
                }
                _ => Err("internal error: the text of a JDK type is missing".to_owned()),
            };
        }
        if *place == Place::List && number == self.array_list && self.units.unit()? == tag::ARRAY {
            let head = self.units.array(table)?;
            return self.elements(&head);
        }
        self.out.extend_from_slice(&form.head);
        for component in &form.components {
            self.out.extend_from_slice(&component.key);
            self.value(&component.place)?;
        }
        self.out.push(b'}');
        Ok(())
    }

    fn elements(&mut self, head: &ArrayHead) -> Result<(), String> {
        if head.element == Type::Primitive(Primitive::Byte) {
            within(self.budget.value())?;
            let mut bytes = Vec::new();
            for _ in 0..head.length {
                bytes.push(self.units.unit()? as u8);
            }
            self.out.push(b'"');
            self.out.extend_from_slice(encode_base64(&bytes).as_bytes());
            self.out.push(b'"');
            return Ok(());
        }
        let place = Place::of(&head.element);
        self.out.push(b'[');
        for at in 0..head.length {
            if at > 0 {
                self.out.push(b',');
            }
            self.value(&place)?;
        }
        self.out.push(b']');
        Ok(())
    }

    /// A boxed primitive in a place that does not say its type.
    fn typed(&mut self, primitive: Primitive) -> Result<(), String> {
        let start = self.out.len();
        self.primitive(primitive)?;
        // A number that is not finite is a text.
        let is_text = self.out.get(start) == Some(&b'"');
        let is_natural = matches!(primitive, Primitive::Boolean | Primitive::Int)
            || primitive == Primitive::Double && !is_text;
        if !is_natural {
            let head = format!("{{\"$type\":\"{}\",\"$value\":", primitive.name());
            self.out.splice(start..start, head.bytes());
            self.out.push(b'}');
        }
        Ok(())
    }

    #[inline]
    fn primitive(&mut self, primitive: Primitive) -> Result<(), String> {
        match primitive {
            Primitive::Boolean => match self.units.unit()? {
                0 => self.out.extend_from_slice(b"false"),
                _ => self.out.extend_from_slice(b"true"),
            },
            Primitive::Byte => write_integer((self.units.unit()? as i8).into(), self.out),
            Primitive::Short => write_integer((self.units.unit()? as i16).into(), self.out),
            Primitive::Int => write_integer((self.units.int()? as i32).into(), self.out),
            Primitive::Long => write_integer(self.units.long()? as i64, self.out),
            Primitive::Char => write_text(&[self.units.unit()?], self.out),
            Primitive::Float => {
                let bits = self.units.int()?;
                match f32::from_bits(bits) {
                    // Writing to memory does not fail.
                    number if number.is_finite() => drop(write!(self.out, "{number:?}")),
                    _ => write_str(&float_text(bits), self.out),
                }
            }
            Primitive::Double => {
                let bits = self.units.long()?;
                match f64::from_bits(bits) {
                    number if number.is_finite() => write_double(number, self.out),
                    _ => write_str(&double_text(bits), self.out),
                }
            }
        }
        Ok(())
    }
}

/// Writes a finite number with the shortest digits that give it again. Most numbers of programs have few digits behind the point: the
/// smallest number of them is tried first, and the quotient of two exact numbers is the nearest one (IEEE 754).
fn write_double(number: f64, out: &mut Vec<u8>) {
    const POWERS: [f64; 4] = [1.0, 10.0, 100.0, 1000.0];
    let size = number.abs();
    if (1e-3..1e9).contains(&size) {
        for (digits, power) in POWERS.iter().enumerate() {
            let scaled = (size * power).round();
            if scaled / power != size {
                continue;
            }
            if number < 0.0 {
                out.push(b'-');
            }
            let (scaled, power) = (scaled as i64, *power as i64);
            write_integer(scaled / power, out);
            out.push(b'.');
            let fraction = scaled % power;
            let start = out.len();
            write_integer(fraction, out);
            let missing = digits.max(1) - (out.len() - start);
            (0..missing).for_each(|_| out.insert(start, b'0'));
            return;
        }
    }
    // Writing to memory does not fail.
    drop(write!(out, "{number:?}"));
}

fn write_str(text: &str, out: &mut Vec<u8>) {
    write_text(&text.encode_utf16().collect::<Vec<u16>>(), out);
}

/// Writes a whole number.
fn write_integer(value: i64, out: &mut Vec<u8>) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = value.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[at..]);
}

/// Writes a text in quotes.
pub(super) fn write_text(text: &[u16], out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    let mut rest = text;
    loop {
        let plain = plain_length(rest);
        out.extend(rest[..plain].iter().map(|unit| *unit as u8));
        rest = &rest[plain..];
        if rest.is_empty() {
            break;
        }
        // The characters that JSON text cannot hold as one byte each.
        let end = rest.iter().position(|unit| is_plain(*unit)).unwrap_or(rest.len());
        crate::json::escape(&rest[..end], out);
        rest = &rest[end..];
    }
    out.push(b'"');
}

/// ASCII that stands for itself.
fn is_plain(unit: u16) -> bool {
    (0x20..0x7f).contains(&unit) && unit != u16::from(b'"') && unit != u16::from(b'\\')
}

/// The number of plain units at the start. Eight are looked at together, so that the compiler can do so too.
fn plain_length(text: &[u16]) -> usize {
    let mut length = 0;
    for chunk in text.chunks_exact(8) {
        if !chunk.iter().fold(true, |all, unit| all & is_plain(*unit)) {
            break;
        }
        length += 8;
    }
    length + text[length..].iter().take_while(|unit| is_plain(**unit)).count()
}
