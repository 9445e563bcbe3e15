//! The tables that hang on code and name its pcs.

use crate::attribute::{
    Attribute, LineNumber, LocalVariable, LocalVariableTarget, RawAttribute, TargetInfo, TypeAnnotation,
    patch_length, write_type_annotations,
};
use crate::bytes::Put;
use crate::constant_pool::ConstantPool;
use crate::rewrite::layout::Layout;
use crate::rewrite::method::Stop;
use crate::table::{Row, Table};

/// Appends an attribute of `Code` other than `StackMapTable`, with its pcs moved. What the
/// specification does not define is copied: the JVM ignores it.
pub(super) fn write<'a>(
    raw: RawAttribute<'a>,
    pool: &ConstantPool<'a>,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Result<(), Stop> {
    let offset = raw.offset;
    out.u2(raw.name_index);
    let length_at = out.len();
    out.u4(0);
    match raw.parse(pool)? {
        Attribute::LineNumberTable(table) => write_rows(table, out, |row: LineNumber| {
            Ok(LineNumber {
                start_pc: layout.map_from_start("line number's pc", row.start_pc, offset)?,
                ..row
            })
        })?,
        Attribute::LocalVariableTable(table) | Attribute::LocalVariableTypeTable(table) => {
            write_rows(table, out, |row: LocalVariable| {
                let (start_pc, length) = range(row.start_pc, row.length, layout, offset)?;
                Ok(LocalVariable { start_pc, length, ..row })
            })?;
        }
        Attribute::RuntimeVisibleTypeAnnotations(list) | Attribute::RuntimeInvisibleTypeAnnotations(list) => {
            let moved: Result<Vec<_>, Stop> =
                list.into_iter().map(|annotation| move_annotation(annotation, layout, offset)).collect();
            write_type_annotations(&moved?, out);
        }
        _ => out.extend_from_slice(raw.info),
    }
    patch_length(out, length_at);
    Ok(())
}

fn write_rows<T: Row>(
    table: Table<'_, T>,
    out: &mut Vec<u8>,
    mut map: impl FnMut(T) -> Result<T, Stop>,
) -> Result<(), Stop> {
    out.count(table.len());
    for row in table.iter() {
        map(row)?.encode(out);
    }
    Ok(())
}

fn range(start_pc: u16, length: u16, layout: &Layout, offset: usize) -> Result<(u16, u16), Stop> {
    let start = layout.map_from_start("local variable's start", start_pc, offset)?;
    let end = layout.map("local variable's end", start_pc.saturating_add(length), offset)?;
    Ok((start, end - start))
}

fn move_annotation(
    mut annotation: TypeAnnotation,
    layout: &Layout,
    offset: usize,
) -> Result<TypeAnnotation, Stop> {
    match &mut annotation.target {
        TargetInfo::LocalVariable(rows) => {
            for row in rows {
                let (start_pc, length) = range(row.start_pc, row.length, layout, offset)?;
                *row = LocalVariableTarget { start_pc, length, ..*row };
            }
        }
        TargetInfo::Offset { offset: pc } | TargetInfo::TypeArgument { offset: pc, .. } => {
            // JVMS 4.7.20.1: the instruction itself, not what was inserted before it.
            *pc = layout.position((*pc).into()).map_or(*pc, |position| position as u16);
        }
        _ => {}
    }
    Ok(annotation)
}
