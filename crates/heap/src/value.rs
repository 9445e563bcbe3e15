//! Values as fields and array elements hold them.

use crate::graph::NodeId;

/// The value of a field, an array element, an argument or a result. Floating-point numbers are their
/// bits: NaN equals itself, and 0.0 is not -0.0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    Null,
    Reference(NodeId),
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
}

/// The elements of an array of primitives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PrimitiveArray {
    Boolean(Vec<bool>),
    Byte(Vec<i8>),
    Char(Vec<u16>),
    Short(Vec<i16>),
    Int(Vec<i32>),
    Long(Vec<i64>),
    Float(Vec<u32>),
    Double(Vec<u64>),
}

impl PrimitiveArray {
    pub fn len(&self) -> usize {
        match self {
            PrimitiveArray::Boolean(elements) => elements.len(),
            PrimitiveArray::Byte(elements) => elements.len(),
            PrimitiveArray::Char(elements) => elements.len(),
            PrimitiveArray::Short(elements) => elements.len(),
            PrimitiveArray::Int(elements) => elements.len(),
            PrimitiveArray::Long(elements) => elements.len(),
            PrimitiveArray::Float(elements) => elements.len(),
            PrimitiveArray::Double(elements) => elements.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at an index.
    pub fn get(&self, index: usize) -> Option<Value> {
        match self {
            PrimitiveArray::Boolean(elements) => elements.get(index).copied().map(Value::Boolean),
            PrimitiveArray::Byte(elements) => elements.get(index).copied().map(Value::Byte),
            PrimitiveArray::Char(elements) => elements.get(index).copied().map(Value::Char),
            PrimitiveArray::Short(elements) => elements.get(index).copied().map(Value::Short),
            PrimitiveArray::Int(elements) => elements.get(index).copied().map(Value::Int),
            PrimitiveArray::Long(elements) => elements.get(index).copied().map(Value::Long),
            PrimitiveArray::Float(elements) => elements.get(index).copied().map(Value::Float),
            PrimitiveArray::Double(elements) => elements.get(index).copied().map(Value::Double),
        }
    }
}
