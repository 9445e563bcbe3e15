//! The graph itself.

use reenact_base::IdVec;

use crate::class::ClassId;
use crate::value::{PrimitiveArray, Value};

reenact_base::typed_id! {
    /// An object of a heap graph.
    pub struct NodeId;
}

/// One object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// An object with the values of its instance fields, those of the topmost class first, in the order
    /// of [`Classes::all_fields`](crate::Classes::all_fields).
    Object { class: ClassId, fields: Vec<Value> },
    /// A `java.lang.String`: its `char`s. A node like any other, with an identity.
    String(Vec<u16>),
    /// An array of references.
    Array { class: ClassId, elements: Vec<Value> },
    /// An array of primitives.
    Primitives(PrimitiveArray),
    /// The object of a class or interface, by internal name or descriptor.
    ClassObject(Box<str>),
    /// Where the capture ended.
    End { class: ClassId, ending: Ending },
}

/// Why a capture ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The probe plan says that the method does not look further, or that the type is opaque.
    Frontier,
    /// The graph's budget was used up.
    Budget,
    /// The redaction rules keep the value out of the recording.
    Masked,
}

/// Captured objects. Several roots (receiver, arguments, result) share one graph, so that what they
/// share stays shared.
#[derive(Clone, Default)]
pub struct HeapGraph {
    nodes: IdVec<NodeId, Node>,
}

impl HeapGraph {
    /// No objects yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an object. References may name objects that are added later.
    pub fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node)
    }

    /// Puts another object in the place of one that was added.
    pub fn set(&mut self, id: NodeId, node: Node) {
        self.nodes[id] = node;
    }

    pub fn get(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// The object in a graph that may come from a damaged recording.
    pub fn try_get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The objects in the order in which they were added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (NodeId, &Node)> {
        self.nodes.iter()
    }
}
