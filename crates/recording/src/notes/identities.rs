//! Which objects of several invocations are one object.

use reenact_base::Id;
use reenact_heap::NodeId;
use reenact_wire::bytes::{Reader, put_bytes, put_varint};

use super::part;
use crate::graph::{Capture, GraphError};
use crate::limits::Limits;

/// An object's identity hash. Two objects of one class with the same hash in two invocations are most likely
/// one object: HotSpot's hashes have 31 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdentityHash {
    /// An object has one number in both graphs.
    pub node: NodeId,
    pub hash: u32,
}

/// Appends the part with identity hashes, of objects in the order of their numbers. Without any, nothing is appended.
pub fn put_identities(out: &mut Vec<u8>, hashes: impl Iterator<Item = (u32, u32)>) {
    let mut content = Vec::new();
    let mut next = 0;
    for (node, hash) in hashes {
        put_varint(&mut content, u64::from(node.saturating_sub(next)));
        content.extend(hash.to_le_bytes());
        next = node + 1;
    }
    if !content.is_empty() {
        put_varint(out, part::IDENTITIES);
        put_bytes(out, &content);
    }
}

pub(super) fn read(bytes: &[u8], limits: &Limits, capture: &mut Capture) -> Result<(), GraphError> {
    let reader = &mut Reader::new(bytes);
    let nodes = capture.before.len().max(capture.after.len()) as u64;
    let mut next = 0_u64;
    while !reader.is_empty() {
        let node = next.saturating_add(reader.varint()?);
        let hash = reader.array::<4>()?;
        if node >= nodes {
            return Err(GraphError::MissingObject(node));
        }
        if capture.identities.len() >= limits.values {
            return Err(GraphError::TooLarge);
        }
        let node_id = NodeId::from_index(node as usize);
        capture.identities.push(IdentityHash { node: node_id, hash: u32::from_le_bytes(hash) });
        next = node + 1;
    }
    Ok(())
}
