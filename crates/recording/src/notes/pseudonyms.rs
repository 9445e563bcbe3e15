//! Which texts of a capture stand for others that were masked.

use reenact_wire::bytes::Reader;

use super::{part, put_node, put_part, read_node};
use crate::graph::{Capture, GraphError};
use crate::limits::Limits;

/// Appends the part with the numbers of masked texts, in ascending order. Without any, nothing is appended.
pub fn put_pseudonyms(out: &mut Vec<u8>, nodes: impl Iterator<Item = u32>) {
    let (mut content, mut next) = (Vec::new(), 0);
    nodes.for_each(|node| put_node(&mut content, node, &mut next));
    put_part(out, part::PSEUDONYMS, &content);
}

pub(super) fn read(bytes: &[u8], limits: &Limits, capture: &mut Capture) -> Result<(), GraphError> {
    let reader = &mut Reader::new(bytes);
    let mut next = 0;
    while !reader.is_empty() {
        let node = read_node(reader, capture, &mut next)?;
        if capture.pseudonyms.len() >= limits.values {
            return Err(GraphError::TooLarge);
        }
        capture.pseudonyms.push(node);
    }
    Ok(())
}
