//! Annotations and their element values (JVMS 4.7.16).

use crate::attribute::{read_counted, undefined};
use crate::bytes::{Cursor, Put};
use crate::error::{ReadErrorKind, Result};

/// Element values nest (annotations in arrays in annotations); a hostile file nests them deeply
/// enough to overflow the stack of a reader that recurses.
const MAX_DEPTH: usize = 64;

/// An annotation; pool indices throughout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The annotation interface, as a field descriptor.
    pub type_index: u16,
    /// Element names with their values, in order.
    pub elements: Vec<(u16, ElementValue)>,
}

/// The value of an annotation's element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ElementValue {
    /// A primitive (`BCDFIJSZ`) or a string (`s`).
    Constant {
        tag: u8,
        constant_index: u16,
    },
    Enum {
        type_name_index: u16,
        constant_name_index: u16,
    },
    /// A class, as a return descriptor.
    Class {
        class_info_index: u16,
    },
    Annotation(Annotation),
    Array(Vec<ElementValue>),
}

impl Annotation {
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        Self::read_nested(cursor, 0)
    }

    fn read_nested(cursor: &mut Cursor<'_>, depth: usize) -> Result<Self> {
        let type_index = cursor.u2()?;
        let elements =
            read_counted(cursor, 5, |cursor| Ok((cursor.u2()?, ElementValue::read_nested(cursor, depth)?)))?;
        Ok(Annotation { type_index, elements })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.u2(self.type_index);
        out.count(self.elements.len());
        for (name_index, value) in &self.elements {
            out.u2(*name_index);
            value.write(out);
        }
    }
}

impl ElementValue {
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        Self::read_nested(cursor, 0)
    }

    fn read_nested(cursor: &mut Cursor<'_>, depth: usize) -> Result<Self> {
        if depth == MAX_DEPTH {
            return Err(ReadErrorKind::Limit { what: "nesting of element values", limit: MAX_DEPTH }
                .at(cursor.offset()));
        }
        let offset = cursor.offset();
        Ok(match cursor.u1()? {
            tag @ (b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's') => {
                ElementValue::Constant { tag, constant_index: cursor.u2()? }
            }
            b'e' => ElementValue::Enum { type_name_index: cursor.u2()?, constant_name_index: cursor.u2()? },
            b'c' => ElementValue::Class { class_info_index: cursor.u2()? },
            b'@' => ElementValue::Annotation(Annotation::read_nested(cursor, depth + 1)?),
            b'[' => {
                ElementValue::Array(read_counted(cursor, 3, |cursor| Self::read_nested(cursor, depth + 1))?)
            }
            tag => return Err(undefined("element value tag", tag, offset)),
        })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            ElementValue::Constant { tag, constant_index } => {
                out.u1(*tag);
                out.u2(*constant_index);
            }
            ElementValue::Enum { type_name_index, constant_name_index } => {
                out.u1(b'e');
                out.u2(*type_name_index);
                out.u2(*constant_name_index);
            }
            ElementValue::Class { class_info_index } => {
                out.u1(b'c');
                out.u2(*class_info_index);
            }
            ElementValue::Annotation(annotation) => {
                out.u1(b'@');
                annotation.write(out);
            }
            ElementValue::Array(values) => {
                out.u1(b'[');
                out.count(values.len());
                values.iter().for_each(|value| value.write(out));
            }
        }
    }
}

pub(super) fn read_list(cursor: &mut Cursor<'_>) -> Result<Vec<Annotation>> {
    read_counted(cursor, 4, Annotation::read)
}

pub(super) fn write_list(list: &[Annotation], out: &mut Vec<u8>) {
    out.count(list.len());
    list.iter().for_each(|annotation| annotation.write(out));
}

pub(super) fn read_parameters(cursor: &mut Cursor<'_>) -> Result<Vec<Vec<Annotation>>> {
    let count = cursor.u1()?;
    (0..count).map(|_| read_list(cursor)).collect()
}
