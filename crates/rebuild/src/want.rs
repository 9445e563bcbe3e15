//! Wanted values, and knowledge about values.

use std::sync::Arc;

use reenact_flow::term::Constant;
use reenact_heap::{NodeId, Value};
use reenact_world::{ClassId, FieldId};

use crate::plan::Making;

/// The wanted value of a field, a parameter or an element.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Want {
    /// Any value: it is not looked at.
    Any,
    /// This primitive, null, or this very object.
    Is(Value),
    /// An object with the contents of this one, which is not it: the receiver makes a copy.
    Like(NodeId),
    /// A string that is not an object of the graph.
    Text(Arc<[u16]>),
    /// An object that only helps, such as a builder, by some of its fields.
    Fields(ClassId, Arc<Vec<(FieldId, Want)>>),
    /// Whatever this expression gives: an argument that must be there and does not matter.
    Inline(Arc<Making>),
}

/// Knowledge about a value. `int` stands for all small primitives, as in bytecode.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Datum {
    Null,
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    /// An object of the graph.
    Node(NodeId),
    /// An object that is not in the graph, with the contents of one that is.
    Like(NodeId),
    Text(Arc<[u16]>),
    /// A box with this primitive in it.
    Boxed(Value),
    Class(Box<str>),
    /// The value of a static field.
    Static(FieldId),
    /// Some object, which is not null.
    Object,
}

impl Datum {
    pub fn of(value: Value) -> Datum {
        match value {
            Value::Null => Datum::Null,
            Value::Reference(node) => Datum::Node(node),
            Value::Boolean(value) => Datum::Int(value.into()),
            Value::Byte(value) => Datum::Int(value.into()),
            Value::Char(value) => Datum::Int(value.into()),
            Value::Short(value) => Datum::Int(value.into()),
            Value::Int(value) => Datum::Int(value),
            Value::Long(value) => Datum::Long(value),
            Value::Float(bits) => Datum::Float(bits),
            Value::Double(bits) => Datum::Double(bits),
        }
    }

    pub fn constant(constant: &Constant) -> Datum {
        match constant {
            Constant::Null => Datum::Null,
            Constant::Int(value) => Datum::Int(*value),
            Constant::Long(value) => Datum::Long(*value),
            Constant::Float(bits) => Datum::Float(*bits),
            Constant::Double(bits) => Datum::Double(*bits),
            Constant::String(text) => Datum::Text(text.as_slice().into()),
            Constant::Class(name) => Datum::Class(name.clone()),
        }
    }

    /// The value of a field that was never written.
    pub fn default_of(descriptor: &str) -> Datum {
        match descriptor.as_bytes().first() {
            Some(b'J') => Datum::Long(0),
            Some(b'F') => Datum::Float(0),
            Some(b'D') => Datum::Double(0),
            Some(b'L' | b'[') | None => Datum::Null,
            Some(_) => Datum::Int(0),
        }
    }

    /// The primitive as a value of the type with this descriptor; `None` if it does not fit, or for objects.
    pub fn primitive(&self, descriptor: &str) -> Option<Value> {
        Some(match (self, descriptor.as_bytes().first()?) {
            (Datum::Int(value @ (0 | 1)), b'Z') => Value::Boolean(*value == 1),
            (Datum::Int(value), b'B') => Value::Byte(i8::try_from(*value).ok()?),
            (Datum::Int(value), b'C') => Value::Char(u16::try_from(*value).ok()?),
            (Datum::Int(value), b'S') => Value::Short(i16::try_from(*value).ok()?),
            (Datum::Int(value), b'I') => Value::Int(*value),
            (Datum::Long(value), b'J') => Value::Long(*value),
            (Datum::Float(bits), b'F') => Value::Float(*bits),
            (Datum::Double(bits), b'D') => Value::Double(*bits),
            _ => return None,
        })
    }
}

/// The descriptor of a primitive.
pub(crate) fn descriptor_of(value: Value) -> Option<&'static str> {
    Some(match value {
        Value::Boolean(_) => "Z",
        Value::Byte(_) => "B",
        Value::Char(_) => "C",
        Value::Short(_) => "S",
        Value::Int(_) => "I",
        Value::Long(_) => "J",
        Value::Float(_) => "F",
        Value::Double(_) => "D",
        Value::Null | Value::Reference(_) => return None,
    })
}

/// The box of a primitive, by internal name.
pub(crate) fn box_of(value: Value) -> Option<&'static str> {
    Some(match value {
        Value::Boolean(_) => "java/lang/Boolean",
        Value::Byte(_) => "java/lang/Byte",
        Value::Char(_) => "java/lang/Character",
        Value::Short(_) => "java/lang/Short",
        Value::Int(_) => "java/lang/Integer",
        Value::Long(_) => "java/lang/Long",
        Value::Float(_) => "java/lang/Float",
        Value::Double(_) => "java/lang/Double",
        Value::Null | Value::Reference(_) => return None,
    })
}
