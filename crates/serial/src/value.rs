//! Data in serial form, independent of encodings.
//!
//! A value is a tree: there are no references between its parts, so that nothing can be shared with an attacker and there are no
//! cycles. Floating-point numbers are their bits, and text is the `char`s of a Java string, lone surrogates included.

use std::sync::Arc;

use crate::platform::{PlatformForm, PlatformMaker};
use crate::types::{Primitive, Type};

/// A value in serial form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Null,
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    Text(Vec<u16>),
    Enum {
        /// Binary name.
        class: Box<str>,
        constant: Box<str>,
    },
    Array {
        element: Type,
        elements: Vec<Value>,
    },
    Object(Box<Object>),
}

/// An object as its components.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub shape: Arc<Shape>,
    /// One value per component of the shape.
    pub components: Vec<Value>,
}

/// One version of the form of a class, as encodings need it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Binary name.
    pub class: Box<str>,
    pub version: i32,
    pub components: Vec<(Box<str>, Type)>,
    pub maker: Maker,
    /// True if the class declares no form: the components are what was seen in it.
    pub is_inferred: bool,
}

/// How an object is made from its components.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Maker {
    Constructor,
    /// A static method of the class.
    Factory(Box<str>),
    /// A JDK type.
    Platform(PlatformMaker),
    /// Nothing is known that makes the object from these components.
    Unknown,
}

impl Shape {
    /// The shape of a JDK type.
    pub fn platform(form: &PlatformForm) -> Shape {
        let components = form.components.iter();
        Shape {
            class: form.class.into(),
            version: 1,
            components: components
                .filter_map(|(name, descriptor)| Some(((*name).into(), Type::parse(descriptor)?)))
                .collect(),
            maker: Maker::Platform(form.maker),
            is_inferred: false,
        }
    }
}

impl Value {
    pub fn text(text: &str) -> Value {
        Value::Text(text.encode_utf16().collect())
    }

    /// The primitive type of a value, if it is one.
    pub fn primitive(&self) -> Option<Primitive> {
        Some(match self {
            Value::Boolean(_) => Primitive::Boolean,
            Value::Byte(_) => Primitive::Byte,
            Value::Char(_) => Primitive::Char,
            Value::Short(_) => Primitive::Short,
            Value::Int(_) => Primitive::Int,
            Value::Long(_) => Primitive::Long,
            Value::Float(_) => Primitive::Float,
            Value::Double(_) => Primitive::Double,
            _ => return None,
        })
    }

    /// The number of values in the tree, this one included.
    pub fn count(&self) -> usize {
        let mut count = 0;
        let mut todo = vec![self];
        while let Some(value) = todo.pop() {
            count += 1;
            match value {
                Value::Array { elements, .. } => todo.extend(elements),
                Value::Object(object) => todo.extend(&object.components),
                _ => {}
            }
        }
        count
    }
}
