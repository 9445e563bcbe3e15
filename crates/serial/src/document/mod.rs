//! The tree that all encodings but Java share: records, lists and plain values.
//!
//! [`to_node`] turns a value into a document, [`from_node`] a document into a value of a declared type. What a document says about
//! types is only what the place does not say: a `long` component is a number, a `long` where any object may be is
//! `{"$type": "long", "$value": 5}`. Names that begin with `$` are the document's own; components whose names do are written
//! with one more.

mod base64;
mod numbers;
mod read;
mod write;

use crate::types::Primitive;

pub use read::{ReadError, Shapes, Unknown, from_node};
pub use write::to_node;

pub(crate) use base64::{decode as decode_base64, encode as encode_base64};
pub(crate) use numbers::{double_text, float_text, read_double, read_float};
pub(crate) use read::conforms;

/// A part of a document.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    Null,
    Boolean(bool),
    Integer(i64),
    /// The bits of a `float`.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    Text(Vec<u16>),
    Bytes(Vec<u8>),
    List(Vec<Node>),
    /// Names and values in the order of the document.
    Record(Vec<(String, Node)>),
    /// A value of a primitive type in a place that does not say so. Encodings that tell some of these apart write them plainly.
    Typed(Primitive, Box<Node>),
    /// A number as it is written; only read.
    Number(String),
    /// Content of which only the place says whether it is text or a number; only read.
    Loose(Vec<u16>),
}

/// The document's own names.
pub(crate) mod keys {
    /// The class of an object.
    pub const CLASS: &str = "$class";
    /// The version of its form.
    pub const VERSION: &str = "$version";
    /// True if the class declares no form.
    pub const INFERRED: &str = "$inferred";
    /// The type of a primitive or an array.
    pub const TYPE: &str = "$type";
    /// The value of a typed value or the name of a constant.
    pub const VALUE: &str = "$value";
    /// The class of an enum.
    pub const ENUM: &str = "$enum";
}

/// The name of a component in a document.
pub(crate) fn escaped(name: &str) -> String {
    if name.starts_with('$') { format!("${name}") } else { name.to_owned() }
}
