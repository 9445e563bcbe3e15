//! Which texts of a capture stand for others that were masked.

use reenact_base::Id;
use reenact_heap::NodeId;
use reenact_wire::bytes::{Reader, put_bytes, put_varint};

use super::part;
use crate::graph::{Capture, GraphError};
use crate::limits::Limits;

/// Appends the part with the numbers of masked texts, in ascending order. Without any, nothing is appended.
pub fn put_pseudonyms(out: &mut Vec<u8>, nodes: impl Iterator<Item = u32>) {
    let mut content = Vec::new();
    let mut next = 0;
    for node in nodes {
        put_varint(&mut content, u64::from(node.saturating_sub(next)));
        next = node + 1;
    }
    if !content.is_empty() {
        put_varint(out, part::PSEUDONYMS);
        put_bytes(out, &content);
    }
}

pub(super) fn read(bytes: &[u8], limits: &Limits, capture: &mut Capture) -> Result<(), GraphError> {
    let reader = &mut Reader::new(bytes);
    let nodes = capture.before.len().max(capture.after.len()) as u64;
    let mut next = 0_u64;
    while !reader.is_empty() {
        let node = next.saturating_add(reader.varint()?);
        if node >= nodes {
            return Err(GraphError::MissingObject(node));
        }
        if capture.pseudonyms.len() >= limits.values {
            return Err(GraphError::TooLarge);
        }
        capture.pseudonyms.push(NodeId::from_index(node as usize));
        next = node + 1;
    }
    Ok(())
}
