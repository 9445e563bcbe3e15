//! Which objects of several invocations are one object.

use reenact_heap::NodeId;
use reenact_wire::bytes::Reader;

use super::{part, put_node, put_part, read_node};
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
    let (mut content, mut next) = (Vec::new(), 0);
    for (node, hash) in hashes {
        put_node(&mut content, node, &mut next);
        content.extend(hash.to_le_bytes());
    }
    put_part(out, part::IDENTITIES, &content);
}

pub(super) fn read(bytes: &[u8], limits: &Limits, capture: &mut Capture) -> Result<(), GraphError> {
    let reader = &mut Reader::new(bytes);
    let mut next = 0;
    while !reader.is_empty() {
        let node = read_node(reader, capture, &mut next)?;
        let hash = u32::from_le_bytes(reader.array::<4>()?);
        if capture.identities.len() >= limits.values {
            return Err(GraphError::TooLarge);
        }
        capture.identities.push(IdentityHash { node, hash });
    }
    Ok(())
}
