//! Streams over byte arrays, and buffers.

use super::form::LogicalForm;
use super::object::Object;

/// Bytes after `count` are unused.
pub(super) fn input(object: &Object) -> Option<LogicalForm> {
    let bytes = object.bytes("buf")?.get(..object.size("count")?)?.to_vec();
    Some(LogicalForm::ByteInput { bytes, position: object.int("pos")?, mark: object.int("mark")? })
}

pub(super) fn output(object: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::ByteOutput(object.bytes("buf")?.get(..object.size("count")?)?.to_vec()))
}

pub(super) fn buffer(object: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::Buffer {
        array: object.primitives("hb").and(object.reference("hb"))?,
        offset: object.int("offset")?,
        capacity: object.int("capacity")?,
        position: object.int("position")?,
        limit: object.int("limit")?,
        mark: object.int("mark")?,
        read_only: object.boolean("isReadOnly")?,
        big_endian: object.boolean("bigEndian").unwrap_or(cfg!(target_endian = "big")),
    })
}
