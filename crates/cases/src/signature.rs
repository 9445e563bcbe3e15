//! The signature by which two invocations are the same for a test.

use std::collections::VecDeque;

use reenact_base::Id;
use reenact_heap::{Classes, Ending, HeapGraph, Node, NodeId, PrimitiveArray, Value};
use reenact_recording::graph::{Capture, Outcome};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::Xxh3Default;

/// A hash of graphs, roots and outcome, with objects numbered in the order of the traversal. Two invocations that Java
/// code cannot tell apart, such as by the capacity of a list, may have two signatures: then both become cases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Signature(u128);

/// Returns the signature of an invocation.
pub fn signature(classes: &Classes, capture: &Capture) -> Signature {
    let mut writer = Writer { hash: Xxh3Default::new(), classes };
    let before = writer.graph(&capture.before, capture.roots.iter().copied());
    let outcome = match capture.outcome {
        Outcome::Unfinished => None,
        Outcome::Returned(value) => {
            writer.number(1);
            value
        }
        Outcome::Threw(value) => {
            writer.number(2);
            Some(value)
        }
    };
    writer.number(before as u64);
    writer.graph(&capture.after, capture.roots_after.iter().copied().chain(outcome));
    Signature(writer.hash.digest128())
}

struct Writer<'a> {
    hash: Xxh3Default,
    classes: &'a Classes,
}

impl Writer<'_> {
    /// Writes what the roots reach, and returns how many objects that are.
    fn graph(&mut self, graph: &HeapGraph, roots: impl Iterator<Item = Value>) -> usize {
        let mut numbers: FxHashMap<NodeId, u64> = FxHashMap::default();
        let mut queue = VecDeque::new();
        for root in roots {
            self.value(root, &mut numbers, &mut queue);
        }
        while let Some(node) = queue.pop_front() {
            let Some(node) = graph.try_get(node) else { continue };
            self.node(node, &mut numbers, &mut queue);
        }
        numbers.len()
    }

    fn node(&mut self, node: &Node, numbers: &mut FxHashMap<NodeId, u64>, queue: &mut VecDeque<NodeId>) {
        match node {
            Node::Object { class, fields: values } | Node::Array { class, elements: values } => {
                self.class(*class);
                self.number(values.len() as u64);
                for &value in values {
                    self.value(value, numbers, queue);
                }
            }
            Node::String(text) => {
                self.number(text.len() as u64);
                text.iter().for_each(|unit| self.hash.update(&unit.to_le_bytes()));
            }
            Node::Primitives(array) => self.primitives(array),
            Node::ClassObject(name) => self.text(name),
            Node::End { class, ending } => {
                self.class(*class);
                self.number(match ending {
                    Ending::Frontier => 0,
                    Ending::Budget => 1,
                    Ending::Masked => 2,
                });
            }
        }
    }

    fn primitives(&mut self, array: &PrimitiveArray) {
        self.number(array.len() as u64);
        for index in 0..array.len() {
            if let Some(value) = array.get(index) {
                self.primitive(value);
            }
        }
    }

    fn value(&mut self, value: Value, numbers: &mut FxHashMap<NodeId, u64>, queue: &mut VecDeque<NodeId>) {
        let Value::Reference(node) = value else { return self.primitive(value) };
        let next = numbers.len() as u64;
        let number = *numbers.entry(node).or_insert_with(|| {
            queue.push_back(node);
            next
        });
        self.number(16);
        self.number(number);
    }

    fn primitive(&mut self, value: Value) {
        let (tag, bits) = match value {
            Value::Null => (0, 0),
            Value::Reference(node) => (16, node.index() as u64),
            Value::Boolean(value) => (1, u64::from(value)),
            Value::Byte(value) => (2, value as u64),
            Value::Char(value) => (3, u64::from(value)),
            Value::Short(value) => (4, value as u64),
            Value::Int(value) => (5, value as u64),
            Value::Long(value) => (6, value as u64),
            Value::Float(bits) => (7, u64::from(bits)),
            Value::Double(bits) => (8, bits),
        };
        self.number(tag);
        self.number(bits);
    }

    fn class(&mut self, class: reenact_heap::ClassId) {
        match self.classes.try_get(class) {
            Some(class) => self.text(&class.name),
            None => self.number(u64::MAX),
        }
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.hash.update(text.as_bytes());
    }

    fn number(&mut self, number: u64) {
        self.hash.update(&number.to_le_bytes());
    }
}
