//! Objects that are the values of static fields.

use reenact_base::Id;
use reenact_heap::{ClassId, NodeId};
use reenact_wire::bytes::{Reader, put_text, put_varint};

use super::{part, put_part};
use crate::graph::{Capture, ClassNumber, GraphError, Layouts};
use crate::limits::Limits;

/// An object that a static field held when it was captured: `COSName.TYPE`, `PDDeviceRGB.INSTANCE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticName {
    /// Of the graph after the call, and of that moment. What is said of the graph before is said again.
    pub after: bool,
    pub node: NodeId,
    /// The class that declares the field.
    pub class: ClassId,
    pub field: Box<str>,
}

/// The same, as the agent knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticNote<'a> {
    pub after: bool,
    /// The object's number.
    pub node: u32,
    pub class: ClassNumber,
    pub field: &'a str,
}

/// Appends the part that names objects by static fields. Without any, nothing is appended.
pub fn put_statics<'a>(out: &mut Vec<u8>, notes: impl ExactSizeIterator<Item = StaticNote<'a>>) {
    if notes.len() == 0 {
        return;
    }
    let mut content = Vec::new();
    put_varint(&mut content, notes.len() as u64);
    for note in notes {
        put_varint(&mut content, u64::from(note.node) << 1 | u64::from(note.after));
        put_varint(&mut content, note.class.index() as u64);
        put_text(&mut content, note.field);
    }
    put_part(out, part::STATICS, &content);
}

pub(super) fn read(
    bytes: &[u8],
    layouts: &Layouts,
    limits: &Limits,
    capture: &mut Capture,
) -> Result<(), GraphError> {
    let reader = &mut Reader::new(bytes);
    let count = reader.count()?;
    if count > limits.values {
        return Err(GraphError::TooLarge);
    }
    for _ in 0..count {
        let (place, class, field) = (reader.varint()?, reader.varint()?, reader.text()?);
        let (node, after) = (place >> 1, place & 1 == 1);
        let nodes = if after { capture.after.len() } else { capture.before.len() };
        if node >= nodes as u64 {
            return Err(GraphError::MissingObject(node));
        }
        let class = layouts.find(class)?.class;
        let node = NodeId::from_index(node as usize);
        capture.statics.push(StaticName { after, node, class, field: field.into() });
    }
    if reader.is_empty() { Ok(()) } else { Err(GraphError::Trailing) }
}
