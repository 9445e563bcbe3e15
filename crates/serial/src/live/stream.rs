//! The buffer between Java and Rust: UTF-16 units, because Java copies strings into an array of `char` fastest.
//!
//! A primitive in a place of its type is its bits, the highest unit first: one unit for `boolean`, `byte`, `char` and `short`, two for `int`
//! and `float`, four for `long` and `double`. Every other value begins with a tag. Numbers of forms, enums and classes are those of
//! a [`Table`] in buffers that Java wrote, and those of a [`Context`] in buffers that Java reads.

use super::context::Context;
use super::table::Table;
use crate::types::{Primitive, Type};
use crate::value::{Object, Value};

/// The first units of values.
pub mod tag {
    pub const NULL: u16 = 0;
    /// A length and units.
    pub const TEXT: u16 = 1;
    /// A boxed primitive: this plus its position in [`crate::types::Primitive::ALL`], and its bits.
    pub const BOXED: u16 = 2;
    /// The number of a form, and the components.
    pub const OBJECT: u16 = 10;
    /// The number of an enum and of its constant.
    pub const ENUM: u16 = 11;
    /// Dimensions of the elements; the letter of a primitive, or 0 and the number of a class; a length; the elements.
    pub const ARRAY: u16 = 12;
}

/// Reads units.
pub struct Units<'u> {
    units: &'u [u16],
    at: usize,
}

/// Java wrote the buffer, so that this is a mistake in Reenact.
fn damaged<T>() -> Result<T, String> {
    Err("internal error: the buffer of a document is damaged".to_owned())
}

/// The head of an array.
pub struct ArrayHead {
    pub element: Type,
    pub length: usize,
}

impl<'u> Units<'u> {
    pub fn new(units: &'u [u16]) -> Units<'u> {
        Units { units, at: 0 }
    }

    pub fn is_at_end(&self) -> bool {
        self.at == self.units.len()
    }

    #[inline]
    pub fn unit(&mut self) -> Result<u16, String> {
        let Some(unit) = self.units.get(self.at) else { return damaged() };
        self.at += 1;
        Ok(*unit)
    }

    #[inline]
    pub fn int(&mut self) -> Result<u32, String> {
        let Some(&[high, low]) = self.units.get(self.at..self.at + 2) else { return damaged() };
        self.at += 2;
        Ok(u32::from(high) << 16 | u32::from(low))
    }

    #[inline]
    pub fn long(&mut self) -> Result<u64, String> {
        Ok(u64::from(self.int()?) << 32 | u64::from(self.int()?))
    }

    /// A text behind its tag.
    #[inline]
    pub fn text(&mut self) -> Result<&'u [u16], String> {
        let length = self.int()? as usize;
        let Some(text) = self.units[self.at..].get(..length) else { return damaged() };
        self.at += length;
        Ok(text)
    }

    /// The bits of a primitive.
    #[inline]
    pub fn primitive(&mut self, primitive: Primitive) -> Result<Value, String> {
        Ok(match primitive {
            Primitive::Boolean => Value::Boolean(self.unit()? != 0),
            Primitive::Byte => Value::Byte(self.unit()? as i8),
            Primitive::Char => Value::Char(self.unit()?),
            Primitive::Short => Value::Short(self.unit()? as i16),
            Primitive::Int => Value::Int(self.int()? as i32),
            Primitive::Long => Value::Long(self.long()? as i64),
            Primitive::Float => Value::Float(self.int()?),
            Primitive::Double => Value::Double(self.long()?),
        })
    }

    /// The primitive type of a boxed value's tag.
    #[inline]
    pub fn boxed(tag: u16) -> Option<Primitive> {
        Primitive::ALL.get(usize::from(tag.wrapping_sub(tag::BOXED))).copied()
    }

    /// The head of an array behind its tag.
    pub fn array(&mut self, table: &Table) -> Result<ArrayHead, String> {
        let dimensions = self.unit()?;
        let letter = self.unit()?;
        let base = match letter {
            0 => {
                let number = self.int()?;
                table.class(number)?.clone()
            }
            _ => match Primitive::ALL.into_iter().find(|one| one.letter() as u16 == letter) {
                Some(primitive) => Type::Primitive(primitive),
                None => return damaged(),
            },
        };
        let element = (0..dimensions).fold(base, |element, _| Type::Array(Box::new(element)));
        Ok(ArrayHead { element, length: self.int()? as usize })
    }
}

/// The value of a buffer that Java wrote.
pub fn to_value(units: &[u16], table: &Table) -> Result<Value, String> {
    let mut units = Units::new(units);
    let value = tagged(&mut units, table)?;
    if units.is_at_end() { Ok(value) } else { damaged() }
}

fn in_place(units: &mut Units<'_>, declared: &Type, table: &Table) -> Result<Value, String> {
    match declared {
        Type::Primitive(primitive) => units.primitive(*primitive),
        _ => tagged(units, table),
    }
}

/// Java limits how deep a buffer is before it writes it.
fn tagged(units: &mut Units<'_>, table: &Table) -> Result<Value, String> {
    Ok(match units.unit()? {
        tag::NULL => Value::Null,
        tag::TEXT => Value::Text(units.text()?.to_vec()),
        tag::OBJECT => {
            let shape = table.form(units.int()?)?.shape.clone();
            let mut components = Vec::with_capacity(shape.components.len());
            for (_, declared) in &shape.components {
                components.push(in_place(units, declared, table)?);
            }
            Value::Object(Box::new(Object { shape, components }))
        }
        tag::ENUM => {
            let (found, constant) = table.constant(units.int()?, units.int()?)?;
            Value::Enum { class: found.class.clone(), constant: constant.into() }
        }
        tag::ARRAY => {
            let ArrayHead { element, length } = units.array(table)?;
            let mut elements = Vec::new();
            for _ in 0..length {
                elements.push(in_place(units, &element, table)?);
            }
            Value::Array { element, elements }
        }
        other => match Units::boxed(other) {
            Some(primitive) => units.primitive(primitive)?,
            None => return damaged(),
        },
    })
}

/// Writes an `int`.
#[inline]
pub fn put_int(value: u32, out: &mut Vec<u16>) {
    out.extend([(value >> 16) as u16, value as u16]);
}

/// Writes a `long`.
#[inline]
pub fn put_long(value: u64, out: &mut Vec<u16>) {
    out.extend([(value >> 48) as u16, (value >> 32) as u16, (value >> 16) as u16, value as u16]);
}

/// Writes the bits of a primitive; nothing for another value.
#[inline]
pub fn put_primitive(value: &Value, out: &mut Vec<u16>) {
    match *value {
        Value::Boolean(value) => out.push(u16::from(value)),
        Value::Byte(value) => out.push(value as u16),
        Value::Char(value) => out.push(value),
        Value::Short(value) => out.push(value as u16),
        Value::Int(value) => put_int(value as u32, out),
        Value::Long(value) => put_long(value as u64, out),
        Value::Float(bits) => put_int(bits, out),
        Value::Double(bits) => put_long(bits, out),
        _ => {}
    }
}

/// Writes the head of an array: the class of the elements must be one of the context.
pub fn put_array(element: &Type, length: usize, context: &Context, out: &mut Vec<u16>) -> Result<(), String> {
    let mut base = element;
    let mut dimensions = 0u16;
    while let Type::Array(inner) = base {
        dimensions += 1;
        base = inner;
    }
    out.extend([tag::ARRAY, dimensions]);
    match base {
        Type::Primitive(primitive) => out.push(primitive.letter() as u16),
        class => {
            let Some(number) = context.class_number(class) else {
                return Err(format!("the class {class} of an array is not allowed in this document"));
            };
            out.push(0);
            put_int(number, out);
        }
    }
    put_int(length as u32, out);
    Ok(())
}

/// Writes a value that was read as Java reads it.
pub fn from_value(value: &Value, context: &Context, out: &mut Vec<u16>) -> Result<(), String> {
    match value {
        Value::Null => out.push(tag::NULL),
        Value::Text(text) => put_text(text, out),
        Value::Enum { class, constant } => {
            let Some((number, index)) = context.constant_number(class, constant) else { return damaged() };
            out.push(tag::ENUM);
            put_int(number, out);
            put_int(index, out);
        }
        Value::Array { element, elements } => {
            put_array(element, elements.len(), context, out)?;
            for value in elements {
                put_in_place(value, element, context, out)?;
            }
        }
        Value::Object(object) => {
            let shape = &object.shape;
            let Some(number) = context.form_number(&shape.class, shape.version) else { return damaged() };
            out.push(tag::OBJECT);
            put_int(number, out);
            for ((_, declared), value) in shape.components.iter().zip(&object.components) {
                put_in_place(value, declared, context, out)?;
            }
        }
        primitive => {
            let Some(kind) = primitive.primitive() else { return damaged() };
            out.push(tag::BOXED + kind as u16);
            put_primitive(primitive, out);
        }
    }
    Ok(())
}

fn put_in_place(value: &Value, declared: &Type, context: &Context, out: &mut Vec<u16>) -> Result<(), String> {
    match declared {
        Type::Primitive(_) => {
            put_primitive(value, out);
            Ok(())
        }
        _ => from_value(value, context, out),
    }
}

/// Writes a text with its tag.
#[inline]
pub fn put_text(text: &[u16], out: &mut Vec<u16>) {
    out.push(tag::TEXT);
    put_int(text.len() as u32, out);
    out.extend_from_slice(text);
}
