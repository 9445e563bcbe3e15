//! Graphs of objects, as plain data: this crate does not know heap graphs.

use super::list;
use crate::bytes::{Malformed, Reader, put_bytes, put_text, put_varint};

/// The value of a cell with all that it reaches, up to a budget.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// A superclass comes before the classes below it.
    pub classes: Vec<GraphClass>,
    pub nodes: Vec<GraphNode>,
    pub root: GraphValue,
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphClass {
    /// Internal name, or the descriptor of an array.
    pub name: String,
    pub superclass: Option<u32>,
    /// Names and descriptors of the instance fields that it declares.
    pub fields: Vec<(String, String)>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphNode {
    /// The fields of the topmost class come first.
    Object {
        class: u32,
        fields: Vec<GraphValue>,
    },
    Array {
        class: u32,
        elements: Vec<GraphValue>,
    },
    /// Elements as the machine holds them.
    Primitives {
        class: u32,
        bytes: Vec<u8>,
    },
    String(Vec<u16>),
    ClassObject(String),
    /// An object that is not looked into.
    Opaque {
        class: u32,
    },
    /// An object behind the budget.
    Cut {
        class: u32,
    },
}

/// A value. Primitives are their bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GraphValue {
    #[default]
    Null,
    Node(u32),
    Bits(u64),
}

pub(super) fn put_graph(out: &mut Vec<u8>, graph: &Graph) {
    put_varint(out, graph.classes.len() as u64);
    for class in &graph.classes {
        put_text(out, &class.name);
        put_varint(out, class.superclass.map_or(0, |number| u64::from(number) + 1));
        put_varint(out, class.fields.len() as u64);
        for (name, descriptor) in &class.fields {
            put_text(out, name);
            put_text(out, descriptor);
        }
    }
    put_varint(out, graph.nodes.len() as u64);
    graph.nodes.iter().for_each(|node| put_node(out, node));
    put_value(out, graph.root);
}

fn put_node(out: &mut Vec<u8>, node: &GraphNode) {
    let values = |out: &mut Vec<u8>, kind: u8, class: u32, values: &[GraphValue]| {
        out.push(kind);
        put_varint(out, u64::from(class));
        put_varint(out, values.len() as u64);
        values.iter().for_each(|value| put_value(out, *value));
    };
    match node {
        GraphNode::Object { class, fields } => values(out, 0, *class, fields),
        GraphNode::Array { class, elements } => values(out, 1, *class, elements),
        GraphNode::Primitives { class, bytes } => {
            out.push(2);
            put_varint(out, u64::from(*class));
            put_bytes(out, bytes);
        }
        GraphNode::String(chars) => {
            out.push(3);
            let bytes: Vec<u8> = chars.iter().flat_map(|char| char.to_le_bytes()).collect();
            put_bytes(out, &bytes);
        }
        GraphNode::ClassObject(name) => {
            out.push(4);
            put_text(out, name);
        }
        GraphNode::Opaque { class } => {
            out.push(5);
            put_varint(out, u64::from(*class));
        }
        GraphNode::Cut { class } => {
            out.push(6);
            put_varint(out, u64::from(*class));
        }
    }
}

fn put_value(out: &mut Vec<u8>, value: GraphValue) {
    match value {
        GraphValue::Null => out.push(0),
        GraphValue::Node(node) => {
            out.push(1);
            put_varint(out, u64::from(node));
        }
        GraphValue::Bits(bits) => {
            out.push(2);
            put_varint(out, bits);
        }
    }
}

pub(super) fn graph(reader: &mut Reader<'_>) -> Result<Graph, Malformed> {
    let classes = list(reader, |reader| {
        let name = reader.text()?.to_owned();
        let superclass = reader.varint32()?.checked_sub(1);
        let fields = list(reader, |reader| Ok((reader.text()?.to_owned(), reader.text()?.to_owned())))?;
        Ok(GraphClass { name, superclass, fields })
    })?;
    let nodes = list(reader, node)?;
    Ok(Graph { classes, nodes, root: value(reader)? })
}

fn node(reader: &mut Reader<'_>) -> Result<GraphNode, Malformed> {
    Ok(match reader.byte()? {
        0 => GraphNode::Object { class: reader.varint32()?, fields: list(reader, value)? },
        1 => GraphNode::Array { class: reader.varint32()?, elements: list(reader, value)? },
        2 => GraphNode::Primitives { class: reader.varint32()?, bytes: reader.bytes()?.to_vec() },
        3 => {
            let (chars, _) = reader.bytes()?.as_chunks::<2>();
            GraphNode::String(chars.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect())
        }
        4 => GraphNode::ClassObject(reader.text()?.to_owned()),
        5 => GraphNode::Opaque { class: reader.varint32()? },
        6 => GraphNode::Cut { class: reader.varint32()? },
        _ => return Err(Malformed::Number),
    })
}

fn value(reader: &mut Reader<'_>) -> Result<GraphValue, Malformed> {
    Ok(match reader.byte()? {
        0 => GraphValue::Null,
        1 => GraphValue::Node(reader.varint32()?),
        2 => GraphValue::Bits(reader.varint()?),
        _ => return Err(Malformed::Number),
    })
}
