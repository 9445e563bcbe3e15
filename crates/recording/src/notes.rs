//! Notes on the objects of an invocation: what is known of them besides their state.
//!
//! They follow the capture in an invocation's record, part by part, each with its kind and its length. A
//! reader passes over parts that it does not know, and older readers stop before the first.
//!
//! - [`StaticName`]: an object is the value of a static field.
//! - [`History`]: how an object was made, and what was done to it.
//! - [`IdentityHash`]: which object of another invocation it is.
//! - Pseudonyms: texts that were masked.

mod histories;
mod identities;
mod pseudonyms;
mod statics;

use reenact_base::Id;
use reenact_heap::NodeId;
use reenact_wire::bytes::{Reader, put_bytes, put_varint};

use crate::graph::{Capture, GraphError, Layouts};
use crate::limits::Limits;

pub use histories::{
    Action, ActionNote, Event, EventNote, Gaps, History, HistoryNote, ObjectReference, put_histories,
    put_history,
};
pub use identities::{IdentityHash, put_identities};
pub use pseudonyms::put_pseudonyms;
pub use statics::{StaticName, StaticNote, put_statics};

/// Numbers of parts.
mod part {
    pub const STATICS: u64 = 1;
    pub const HISTORIES: u64 = 2;
    pub const IDENTITIES: u64 = 3;
    pub const PSEUDONYMS: u64 = 4;
}

/// Appends the number of an object, counted from the one behind the last, which is `next`.
fn put_node(content: &mut Vec<u8>, node: u32, next: &mut u32) {
    put_varint(content, u64::from(node.saturating_sub(*next)));
    *next = node + 1;
}

/// Reads such a number; it must be that of an object of the capture.
fn read_node(reader: &mut Reader<'_>, capture: &Capture, next: &mut u64) -> Result<NodeId, GraphError> {
    let node = next.saturating_add(reader.varint()?);
    if node >= capture.before.len().max(capture.after.len()) as u64 {
        return Err(GraphError::MissingObject(node));
    }
    *next = node + 1;
    Ok(NodeId::from_index(node as usize))
}

/// Appends a part, unless it is empty.
fn put_part(out: &mut Vec<u8>, kind: u64, content: &[u8]) {
    if !content.is_empty() {
        put_varint(out, kind);
        put_bytes(out, content);
    }
}

/// Reads the notes on an event's arguments: static names and pseudonyms. Histories have no histories.
fn read_of_event(
    bytes: &[u8],
    layouts: &Layouts,
    limits: &Limits,
    capture: &mut Capture,
) -> Result<(), GraphError> {
    let reader = &mut Reader::new(bytes);
    while !reader.is_empty() {
        let kind = reader.varint()?;
        let content = reader.bytes()?;
        match kind {
            part::STATICS => statics::read(content, layouts, limits, capture)?,
            part::PSEUDONYMS => pseudonyms::read(content, limits, capture)?,
            _ => {}
        }
    }
    Ok(())
}

/// Reads the notes on a capture into it.
pub(crate) fn read(
    bytes: &[u8],
    layouts: &Layouts,
    limits: &Limits,
    capture: &mut Capture,
) -> Result<(), GraphError> {
    let reader = &mut Reader::new(bytes);
    while !reader.is_empty() {
        let kind = reader.varint()?;
        let content = reader.bytes()?;
        match kind {
            part::STATICS => statics::read(content, layouts, limits, capture)?,
            part::HISTORIES => histories::read(content, layouts, limits, capture)?,
            part::IDENTITIES => identities::read(content, limits, capture)?,
            part::PSEUDONYMS => pseudonyms::read(content, limits, capture)?,
            // Of a newer minor version.
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{After, Outcome};
    use reenact_base::Id;
    use reenact_heap::{HeapGraph, Node};
    use reenact_wire::bytes::{put_bytes, put_varint};

    /// A capture of strings alone.
    fn capture(objects: usize) -> Capture {
        let mut graph = HeapGraph::new();
        (0..objects).for_each(|_| {
            graph.add(Node::String(Vec::new()));
        });
        Capture {
            before: graph,
            roots: Vec::new(),
            outcome: Outcome::Unfinished,
            kind: After::Absent,
            after: HeapGraph::new(),
            roots_after: Vec::new(),
            masked: Vec::new(),
            statics: Vec::new(),
            histories: Vec::new(),
            identities: Vec::new(),
            pseudonyms: Vec::new(),
        }
    }

    fn read_into(bytes: &[u8], objects: usize, limits: &Limits) -> Result<Vec<(usize, u32)>, GraphError> {
        let mut capture = capture(objects);
        read(bytes, &Layouts::default(), limits, &mut capture)?;
        Ok(capture.identities.iter().map(|known| (known.node.index(), known.hash)).collect())
    }

    #[test]
    fn identity_hashes_are_read_as_they_were_written() {
        let mut bytes = Vec::new();
        put_identities(&mut bytes, [(0, 7), (1, u32::MAX), (5, 0)].into_iter());
        let limits = Limits::default();
        assert_eq!(read_into(&bytes, 6, &limits), Ok(vec![(0, 7), (1, u32::MAX), (5, 0)]));
        assert_eq!(read_into(&bytes, 5, &limits), Err(GraphError::MissingObject(5)));
        let few = Limits { values: 2, ..limits };
        assert_eq!(read_into(&bytes, 6, &few), Err(GraphError::TooLarge));
        assert!(read_into(&bytes[..bytes.len() - 1], 6, &limits).is_err());
    }

    #[test]
    fn parts_of_newer_versions_are_skipped() {
        let mut bytes = Vec::new();
        put_varint(&mut bytes, 99);
        put_bytes(&mut bytes, b"unknown");
        put_identities(&mut bytes, [(0, 7)].into_iter());
        assert_eq!(read_into(&bytes, 1, &Limits::default()), Ok(vec![(0, 7)]));
        let mut cut = capture(1);
        assert!(read(&[99, 5, 0], &Layouts::default(), &Limits::default(), &mut cut).is_err());
    }

    #[test]
    fn empty_parts_are_not_written() {
        let mut bytes = Vec::new();
        put_identities(&mut bytes, [].into_iter());
        put_statics(&mut bytes, [].into_iter());
        assert_eq!(bytes, [0; 0]);
    }

    #[test]
    fn static_names_of_missing_objects_and_classes_are_errors() {
        let note = |node| StaticNote {
            after: false,
            node,
            class: crate::graph::ClassNumber::from_index(0),
            field: "INSTANCE",
        };
        for node in [0, 3] {
            let mut bytes = Vec::new();
            put_statics(&mut bytes, [note(node)].into_iter());
            let error = read(&bytes, &Layouts::default(), &Limits::default(), &mut capture(1)).unwrap_err();
            let expected = match node {
                0 => GraphError::UnknownClass(note(0).class),
                _ => GraphError::MissingObject(3),
            };
            assert_eq!(error, expected);
        }
    }
}
