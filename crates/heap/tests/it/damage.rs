//! Graphs of a real JVM with random damage: decoding, describing and comparing them ends, and no more.

use reenact_base::Id;
use reenact_heap::isomorphism::{Options, Root, compare};
use reenact_heap::{Forms, HeapGraph, Node, NodeId, Value, describe, diff};

/// A generator of numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// The graph with one value in `rarity` replaced by another, or left out.
fn damaged(graph: &HeapGraph, numbers: &mut Numbers, rarity: usize) -> HeapGraph {
    let mut copy = HeapGraph::new();
    for (_, node) in graph.iter() {
        let mut node = node.clone();
        if let Node::Object { fields: values, .. } | Node::Array { elements: values, .. } = &mut node {
            for value in values.iter_mut() {
                if numbers.below(rarity) != 0 {
                    continue;
                }
                *value = match numbers.below(6) {
                    0 => Value::Null,
                    1 => Value::Int(numbers.below(1 << 31) as i32),
                    2 => Value::Int(-1),
                    3 => Value::Long(numbers.below(1 << 31) as i64),
                    4 => Value::Reference(NodeId::from_index(graph.len() + numbers.below(9))),
                    _ => Value::Reference(NodeId::from_index(numbers.below(graph.len()))),
                };
            }
            if numbers.below(rarity * 8) == 0 {
                values.pop();
            }
        }
        copy.add(node);
    }
    copy
}

#[test]
fn damaged_graphs_do_no_harm() {
    let dump = crate::dump::values(&reenact_testkit::jdk());
    let mut numbers = Numbers(7);
    let whole = Forms::new(&dump.classes, &dump.graph);
    for rarity in [200, 30, 5, 2] {
        let graph = damaged(&dump.graph, &mut numbers, rarity);
        let forms = Forms::new(&dump.classes, &graph);
        let mut read = 0;
        for (node, _) in graph.iter() {
            read += usize::from(forms.of(node).is_ok());
            forms.elements(node);
            describe(&forms, Value::Reference(node));
        }
        assert!(read > 0);
        for (node, _) in &dump.roots {
            let value = Value::Reference(*node);
            let root = [Root { name: "value", left: value, right: value }];
            compare(&whole, &forms, &root, Options { guesses: 100, ..Options::default() });
            diff::diff(&whole, &forms, &root, None, 50);
        }
    }
}
