//! Type annotations (JVMS 4.7.20).

use crate::attribute::{Annotation, read_counted, undefined};
use crate::bytes::{Cursor, Put};
use crate::error::Result;
use crate::table::{Row, row};

/// An annotation on a use of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeAnnotation {
    /// The kind of place that is annotated (JVMS tables 4.7.20-A and B).
    pub target_type: u8,
    pub target: TargetInfo,
    /// Which part of a compound type is annotated.
    pub path: Vec<TypePathStep>,
    pub annotation: Annotation,
}

/// Which place is annotated. What holds pcs moves with the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TargetInfo {
    TypeParameter {
        index: u8,
    },
    Supertype {
        index: u16,
    },
    TypeParameterBound {
        parameter_index: u8,
        bound_index: u8,
    },
    Empty,
    FormalParameter {
        index: u8,
    },
    Throws {
        index: u16,
    },
    LocalVariable(Vec<LocalVariableTarget>),
    /// Position of a row in the exception table.
    Catch {
        exception_table_index: u16,
    },
    /// Pc of an `instanceof`, `new` or method reference.
    Offset {
        offset: u16,
    },
    /// Pc of a cast, call or method reference, and which type argument.
    TypeArgument {
        offset: u16,
        index: u8,
    },
}

row! {
    /// Where an annotated local variable has its value.
    pub struct LocalVariableTarget {
        start_pc,
        length,
        index,
    }
}

/// One step into a compound type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypePathStep {
    /// 0: into an array, 1: into a nested type, 2: to a wildcard's bound, 3: to a type argument.
    pub kind: u8,
    pub argument_index: u8,
}

impl TypeAnnotation {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let offset = cursor.offset();
        let target_type = cursor.u1()?;
        let target = match target_type {
            0x00 | 0x01 => TargetInfo::TypeParameter { index: cursor.u1()? },
            0x10 => TargetInfo::Supertype { index: cursor.u2()? },
            0x11 | 0x12 => {
                TargetInfo::TypeParameterBound { parameter_index: cursor.u1()?, bound_index: cursor.u1()? }
            }
            0x13..=0x15 => TargetInfo::Empty,
            0x16 => TargetInfo::FormalParameter { index: cursor.u1()? },
            0x17 => TargetInfo::Throws { index: cursor.u2()? },
            0x40 | 0x41 => TargetInfo::LocalVariable(read_counted(cursor, 6, |cursor| {
                Ok(LocalVariableTarget::decode(cursor.take(LocalVariableTarget::SIZE)?))
            })?),
            0x42 => TargetInfo::Catch { exception_table_index: cursor.u2()? },
            0x43..=0x46 => TargetInfo::Offset { offset: cursor.u2()? },
            0x47..=0x4b => TargetInfo::TypeArgument { offset: cursor.u2()?, index: cursor.u1()? },
            undefined_type => return Err(undefined("type annotation target", undefined_type, offset)),
        };
        let length = cursor.u1()?;
        let path: Result<Vec<_>> = (0..length)
            .map(|_| Ok(TypePathStep { kind: cursor.u1()?, argument_index: cursor.u1()? }))
            .collect();
        Ok(TypeAnnotation { target_type, target, path: path?, annotation: Annotation::read(cursor)? })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.u1(self.target_type);
        match &self.target {
            TargetInfo::Empty => {}
            TargetInfo::TypeParameter { index } | TargetInfo::FormalParameter { index } => out.u1(*index),
            TargetInfo::Supertype { index: value }
            | TargetInfo::Throws { index: value }
            | TargetInfo::Catch { exception_table_index: value }
            | TargetInfo::Offset { offset: value } => out.u2(*value),
            TargetInfo::TypeParameterBound { parameter_index, bound_index } => {
                out.u1(*parameter_index);
                out.u1(*bound_index);
            }
            TargetInfo::LocalVariable(rows) => {
                out.count(rows.len());
                rows.iter().for_each(|row| row.encode(out));
            }
            TargetInfo::TypeArgument { offset, index } => {
                out.u2(*offset);
                out.u1(*index);
            }
        }
        out.u1(self.path.len() as u8);
        for step in &self.path {
            out.u1(step.kind);
            out.u1(step.argument_index);
        }
        self.annotation.write(out);
    }
}

pub(super) fn read_list(cursor: &mut Cursor<'_>) -> Result<Vec<TypeAnnotation>> {
    read_counted(cursor, 6, TypeAnnotation::read)
}

pub(crate) fn write_list(list: &[TypeAnnotation], out: &mut Vec<u8>) {
    out.count(list.len());
    list.iter().for_each(|annotation| annotation.write(out));
}
