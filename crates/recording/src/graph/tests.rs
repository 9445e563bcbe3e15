use proptest::prelude::*;
use reenact_base::Id;
use reenact_heap::{
    Class, ClassKind, Classes, Ending, Field, HeapGraph, Node, NodeId, PrimitiveArray, Value,
};
use reenact_wire::bytes::{put_bytes, put_signed, put_varint};

use super::*;
use crate::limits::Limits;

const KINDS: [&str; 9] = ["Z", "B", "C", "S", "I", "J", "F", "D", "La;"];

/// A base class with a field of every kind, a subclass with two references, an empty class, an array class.
fn classes() -> Classes {
    let field = |index: usize, descriptor: &str| Field {
        name: format!("f{index}").into(),
        descriptor: descriptor.into(),
    };
    let class = |name: &str, superclass, fields| Class {
        name: name.into(),
        kind: ClassKind::Plain,
        superclass,
        interfaces: Vec::new(),
        fields,
    };
    let mut classes = Classes::new();
    let every = KINDS.iter().enumerate().map(|(index, kind)| field(index, kind)).collect();
    let base = classes.add(class("a/Base", None, every));
    classes.add(class("a/Derived", Some(base), vec![field(9, "La;"), field(10, "[I")]));
    classes.add(class("a/Empty", None, Vec::new()));
    classes.add(Class { kind: ClassKind::Array, ..class("[La;", None, Vec::new()) });
    classes
}

fn number(class: usize) -> ClassNumber {
    ClassNumber::from_index(class)
}

/// Pushes a node as the walker would.
fn push(encoder: &mut GraphEncoder, node: &Node) {
    match node {
        Node::Object { class, fields } => {
            encoder.object(number(class.index()));
            fields.iter().for_each(|&value| push_value(encoder, value));
        }
        Node::String(chars) => match chars.iter().map(|&c| u8::try_from(c)).collect::<Result<Vec<u8>, _>>() {
            Ok(latin1) => encoder.string_latin1(&latin1),
            Err(_) => encoder.string_utf16(chars),
        },
        Node::Array { class, elements } => {
            encoder.array(number(class.index()), elements.len() as u32);
            elements.iter().for_each(|&value| push_value(encoder, value));
        }
        Node::Primitives(PrimitiveArray::Boolean(items)) => {
            let block = encoder.primitives(Kind::Boolean, items.len() as u32);
            block.iter_mut().zip(items).for_each(|(byte, &item)| *byte = u8::from(item));
        }
        Node::Primitives(PrimitiveArray::Char(items)) => {
            let bytes: Vec<u8> = items.iter().flat_map(|item| item.to_le_bytes()).collect();
            encoder.primitives(Kind::Char, items.len() as u32).copy_from_slice(&bytes);
        }
        Node::Primitives(PrimitiveArray::Long(items)) => {
            let bytes: Vec<u8> = items.iter().flat_map(|item| item.to_le_bytes()).collect();
            encoder.primitives(Kind::Long, items.len() as u32).copy_from_slice(&bytes);
        }
        Node::Primitives(_) => unreachable!("not generated"),
        Node::ClassObject(name) => encoder.class_object(name),
        Node::End { class, ending } => encoder.ending(number(class.index()), *ending),
    }
}

fn push_value(encoder: &mut GraphEncoder, value: Value) {
    match value {
        Value::Null => encoder.null(),
        Value::Reference(node) => encoder.reference(node.index() as u32),
        Value::Boolean(value) => encoder.boolean(value),
        Value::Byte(value) => encoder.byte(value),
        Value::Char(value) => encoder.char(value),
        Value::Short(value) => encoder.short(value),
        Value::Int(value) => encoder.int(value),
        Value::Long(value) => encoder.long(value),
        Value::Float(bits) => encoder.float(bits),
        Value::Double(bits) => encoder.double(bits),
    }
}

/// The capture format in its plainest implementation: for objects and strings only.
fn reference_body(out: &mut Vec<u8>, node: &Node) -> bool {
    match node {
        Node::Object { class, fields } => {
            put_varint(out, 32 + class.index() as u64);
            for field in fields {
                match *field {
                    Value::Null => put_varint(out, 0),
                    Value::Reference(node) => put_varint(out, node.index() as u64 + 1),
                    Value::Boolean(value) => out.push(value.into()),
                    Value::Byte(value) => out.push(value as u8),
                    Value::Char(value) => put_varint(out, value.into()),
                    Value::Short(value) => put_signed(out, value.into()),
                    Value::Int(value) => put_signed(out, value.into()),
                    Value::Long(value) => put_signed(out, value),
                    Value::Float(bits) => out.extend(bits.to_le_bytes()),
                    Value::Double(bits) => out.extend(bits.to_le_bytes()),
                }
            }
        }
        Node::String(chars) if chars.iter().all(|&char| char < 256) => {
            put_varint(out, 1);
            put_bytes(out, &chars.iter().map(|&char| char as u8).collect::<Vec<_>>());
        }
        _ => return false,
    }
    true
}

/// Nodes whose references name any of `size` objects: cycles and sharing come by themselves.
fn any_nodes(size: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Node>> {
    (size, any::<u64>()).prop_map(|(size, seed)| {
        let mut random = Random(seed);
        (0..size).map(|_| random.node(size)).collect()
    })
}

struct Random(u64);

impl Random {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Small numbers more often than large ones.
    fn number(&mut self) -> u64 {
        self.next() >> (self.next() % 64)
    }

    fn reference(&mut self, size: usize) -> Value {
        match self.next() % 4 {
            0 => Value::Null,
            _ => Value::Reference(NodeId::from_index(self.next() as usize % size)),
        }
    }

    fn node(&mut self, size: usize) -> Node {
        let class = |index| reenact_heap::ClassId::from_index(index);
        let length = self.next() as usize % 9;
        match self.next() % 10 {
            0..4 => {
                let chosen = self.next() as usize % 3;
                let mut fields = Vec::new();
                if chosen < 2 {
                    let n = self.number();
                    fields.extend([Value::Boolean(n & 1 == 1), Value::Byte(n as i8), Value::Char(n as u16)]);
                    fields.extend([Value::Short(n as i16), Value::Int(n as i32), Value::Long(n as i64)]);
                    fields.extend([Value::Float(n as u32), Value::Double(n), self.reference(size)]);
                }
                if chosen == 1 {
                    fields.extend([self.reference(size), self.reference(size)]);
                }
                Node::Object { class: class(chosen), fields }
            }
            4 => Node::String((0..length).map(|_| self.next() as u16 & 0xff).collect()),
            5 => Node::String((0..=length).map(|_| self.next() as u16 | 0x100).collect()),
            6 => {
                Node::Array { class: class(3), elements: (0..length).map(|_| self.reference(size)).collect() }
            }
            7 => Node::Primitives(match self.next() % 3 {
                0 => PrimitiveArray::Boolean((0..length).map(|_| self.next() & 1 == 1).collect()),
                1 => PrimitiveArray::Char((0..length).map(|_| self.next() as u16).collect()),
                _ => PrimitiveArray::Long((0..length).map(|_| self.next() as i64).collect()),
            }),
            8 => Node::ClassObject("java/lang/String".into()),
            _ => {
                let ending = [Ending::Frontier, Ending::Budget, Ending::Masked][self.next() as usize % 3];
                Node::End { class: class(0), ending }
            }
        }
    }
}

fn nodes_of(graph: &HeapGraph) -> Vec<Node> {
    graph.iter().map(|(_, node)| node.clone()).collect()
}

fn begin(encoder: &mut GraphEncoder, nodes: &[Node]) {
    encoder.begin(1);
    encoder.root(Value::Reference(NodeId::from_index(0)));
    nodes.iter().for_each(|node| push(encoder, node));
    encoder.end();
}

fn decoded(encoder: &GraphEncoder) -> Capture {
    decode(encoder.bytes(), &Layouts::of(&classes()), &Limits::default()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn graphs_come_back(nodes in any_nodes(1..40), after in any_nodes(1..40)) {
        let mut encoder = GraphEncoder::new();
        begin(&mut encoder, &nodes);
        encoder.after(After::Full, Outcome::Threw(Value::Reference(NodeId::from_index(0))), 1);
        encoder.root(Value::Int(-7));
        after.iter().for_each(|node| push(&mut encoder, node));
        encoder.end();
        encoder.finish();
        let capture = decoded(&encoder);
        prop_assert_eq!(nodes_of(&capture.before), nodes);
        prop_assert_eq!(nodes_of(&capture.after), after);
        prop_assert_eq!(capture.roots_after, [Value::Int(-7)]);
        prop_assert_eq!(capture.outcome, Outcome::Threw(Value::Reference(NodeId::from_index(0))));
    }

    #[test]
    fn differences_come_back_and_unchanged_objects_cost_nothing(
        nodes in any_nodes(1..30),
        other in any_nodes(30..31),
        changes: u32,
    ) {
        let mut after = nodes.clone();
        for index in 0..nodes.len() {
            if changes >> index & 1 == 1 {
                after[index] = other[index].clone();
            }
        }
        after.extend_from_slice(&other[nodes.len()..]);
        let mut encoder = GraphEncoder::new();
        begin(&mut encoder, &nodes);
        encoder.after(After::Difference, Outcome::Returned(None), 0);
        let length = encoder.bytes().len();
        for (index, node) in after.iter().enumerate() {
            if index < nodes.len() {
                encoder.revisit(index as u32);
            }
            push(&mut encoder, node);
        }
        encoder.end();
        if after == nodes {
            prop_assert_eq!(encoder.bytes().len(), length + 1);
        }
        encoder.finish();
        let capture = decoded(&encoder);
        prop_assert_eq!(nodes_of(&capture.before), nodes);
        prop_assert_eq!(nodes_of(&capture.after), after);
    }

    #[test]
    fn the_encoder_writes_what_the_format_says(nodes in any_nodes(1..40)) {
        let nodes: Vec<Node> = nodes.into_iter().filter(|node| reference_body(&mut Vec::new(), node)).collect();
        let mut expected = vec![1, 1, 0];
        nodes.iter().for_each(|node| assert!(reference_body(&mut expected, node)));
        expected.push(0);
        let mut encoder = GraphEncoder::with_buffer(vec![7; 3]);
        begin(&mut encoder, &nodes);
        prop_assert_eq!(encoder.bytes(), expected);
    }

    #[test]
    fn changed_bytes_are_an_error_or_another_graph(nodes in any_nodes(1..12), at: usize, value: u8) {
        let mut encoder = GraphEncoder::new();
        begin(&mut encoder, &nodes);
        encoder.after(After::Absent, Outcome::Unfinished, 0);
        encoder.finish();
        let mut bytes = encoder.into_buffer();
        let at = at % bytes.len();
        bytes[at] = value;
        if let Ok(capture) = decode(&bytes, &Layouts::of(&classes()), &Limits::default()) {
            for (_, node) in capture.before.iter() {
                let (Node::Object { fields: values, .. } | Node::Array { elements: values, .. }) = node else {
                    continue;
                };
                for value in values {
                    if let Value::Reference(node) = value {
                        prop_assert!(capture.before.try_get(*node).is_some());
                    }
                }
            }
        }
        for length in 0..bytes.len() {
            let _ = decode(&bytes[..length], &Layouts::of(&classes()), &Limits::default());
        }
    }
}

#[test]
fn masked_values_are_named() {
    let mut encoder = GraphEncoder::new();
    encoder.begin(1);
    encoder.mask_root(0);
    encoder.root(Value::Int(0));
    encoder.object(number(2));
    encoder.object(number(2));
    encoder.mask_field(5);
    encoder.end();
    encoder.after(After::Difference, Outcome::Returned(Some(Value::Int(0))), 0);
    encoder.revisit(1);
    encoder.object(number(2));
    encoder.mask_field(5);
    encoder.end();
    encoder.finish();
    // Object 1 did not change: its mask in the graph before says it all.
    let expected = [
        MaskedSlot { after: false, node: None, slot: 0 },
        MaskedSlot { after: false, node: Some(1), slot: 5 },
    ];
    assert_eq!(decoded(&encoder).masked, expected);
    assert_eq!(encoder.classes(), [number(2)]);
}

#[test]
fn an_encoder_that_is_used_again_starts_afresh() {
    let mut encoder = GraphEncoder::new();
    begin(&mut encoder, &vec![Node::String(vec![65]); 9]);
    let buffer = encoder.bytes().as_ptr();
    for _ in 0..2 {
        begin(&mut encoder, &[Node::String(vec![65])]);
        encoder.after(After::Absent, Outcome::Unfinished, 0);
        encoder.finish();
        assert_eq!(encoder.objects(), 1);
        assert_eq!(decoded(&encoder).before.len(), 1);
        assert_eq!(encoder.bytes().as_ptr(), buffer, "nothing is allocated for a smaller capture");
    }
}

#[test]
fn hostile_captures_are_refused_without_being_believed() {
    let check = |bytes: &[u8], expected: GraphError| {
        let limits = Limits { objects: 5, values: 10, ..Limits::default() };
        assert_eq!(decode(bytes, &Layouts::of(&classes()), &limits).err(), Some(expected));
    };
    let cut = GraphError::Malformed(reenact_wire::bytes::Malformed::Cut);
    // A billion roots; an array of a billion; a string of a billion.
    check(&[0x80, 0x94, 0xeb, 0xdc, 3], cut);
    check(&[0, 15, 3, 0x80, 0x94, 0xeb, 0xdc, 3], cut);
    check(&[0, 1, 0x80, 0x94, 0xeb, 0xdc, 3], cut);
    // A root that names an object beyond the last; an object of a class that is not there.
    check(&[1, 1, 9, 0], GraphError::MissingObject(9));
    check(&[1, 1, 0xff, 0xff, 0xff, 0xff, 0x7f, 0], GraphError::MissingObject(0x7_ffff_ffff));
    check(&[0, 60], GraphError::UnknownClass(number(28)));
    check(&[0, 20], GraphError::UnknownTag(20));
    // Objects without fields without end.
    check(&[0, 34, 34, 34, 34, 34, 34, 34], GraphError::TooLarge);
    check(&[0, 15, 3, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], GraphError::TooLarge);
    check(&[0, 0, 0, 0, 0, 7], GraphError::Trailing);
    check(&[0, 0, 2, 0, 5, 34], GraphError::MissingObject(3));
}
