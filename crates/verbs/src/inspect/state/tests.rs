//! States of heap graphs made by hand.

use std::collections::HashSet;

use reenact_base::Id;
use reenact_heap::{
    Class, ClassId, ClassKind, Classes, Ending, Field, Forms, HeapGraph, Node, NodeId, Value,
};

use reenact_report::inspect::{Detail, Slot, State};

use super::{Captured, state};

/// Classes and objects that grow as a test needs them.
#[derive(Default)]
struct Builder {
    classes: Classes,
    graph: HeapGraph,
}

impl Builder {
    fn class(&mut self, name: &str, superclass: Option<ClassId>, fields: &[&str]) -> ClassId {
        let field = |text: &&str| {
            let (name, descriptor) = text.split_once(':').unwrap();
            Field { name: name.into(), descriptor: descriptor.into() }
        };
        let (kind, interfaces) = (ClassKind::Plain, Vec::new());
        let fields = fields.iter().map(field).collect();
        self.classes.add(Class { name: name.into(), kind, superclass, interfaces, fields })
    }

    fn add(&mut self, node: Node) -> Value {
        Value::Reference(self.graph.add(node))
    }

    fn object(&mut self, class: ClassId, fields: &[Value]) -> Value {
        self.add(Node::Object { class, fields: fields.to_vec() })
    }

    fn string(&mut self, text: &str) -> Value {
        self.add(Node::String(text.encode_utf16().collect()))
    }

    fn state(&self, roots: &[(&str, Value)], detail: Detail) -> State {
        let forms = Forms::new(&self.classes, &self.graph);
        let masked = HashSet::from([(None, 7)]);
        let roots: Vec<_> = roots.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        state(&Captured { forms: &forms, masked: &masked, pseudonyms: &[], offset: 0, detail }, &roots)
    }

    /// The tree of one root, as text.
    fn tree(&self, root: Value, detail: Detail) -> String {
        self.state(&[("root", root)], detail).text(detail.depth)
    }
}

fn detail(depth: usize, width: usize) -> Detail {
    Detail { depth, width, objects: 100 }
}

#[test]
fn shared_objects_are_listed_once_and_named() {
    let mut b = Builder::default();
    let (pair, point) = (b.class("a/Pair", None, &["one:L", "two:L"]), b.class("a/Point", None, &["x:I"]));
    let p = b.object(point, &[Value::Int(3)]);
    let shared = b.object(pair, &[p, p]);
    assert_eq!(
        b.tree(shared, Detail::default()),
        "root = Pair\n  one = #1 Point\n    x = 3\n  two = #1 Point\n"
    );
}

#[test]
fn cycles_end() {
    let mut b = Builder::default();
    let link = b.class("a/Link", None, &["next:L"]);
    let ring = [1, 2, 0].map(|next| Value::Reference(NodeId::from_index(next)));
    for next in ring {
        b.object(link, &[next]);
    }
    let text = b.tree(ring[2], Detail::default());
    assert_eq!(text, "root = #1 Link\n  next = Link\n    next = Link\n      next = #1 Link\n");
}

/// An object that is first met too deep is listed where the depth allows it.
#[test]
fn an_object_cut_in_one_place_is_listed_in_another() {
    let mut b = Builder::default();
    let link = b.class("a/Link", None, &["next:L", "short:L"]);
    let third = b.object(link, &[Value::Null, Value::Null]);
    let second = b.object(link, &[third, Value::Null]);
    let first = b.object(link, &[second, third]);
    assert_eq!(
        b.tree(first, detail(2, 9)),
        "root = Link\n  next = Link\n    next = #1 Link … (2 parts)\n    short = null\n  short = #1 Link\n    \
         next = null\n    short = null\n"
    );
}

#[test]
fn wide_things_are_cut_and_counted() {
    let mut b = Builder::default();
    let array = b.class("[Ljava/lang/Object;", None, &[]);
    let (one, long) = (b.string("one"), b.string(&"x".repeat(35)));
    let elements = vec![one, long, Value::Null, one, one];
    let root = b.add(Node::Array { class: array, elements });
    let text = b.tree(root, detail(3, 3));
    let x = "x".repeat(30);
    assert_eq!(
        text,
        format!("root = Object[] of 5\n  [0] = \"one\"\n  [1] = \"{x}\"… 5 more\n  [2] = null\n  … 2 more\n")
    );
    let ints = b.add(Node::Primitives(reenact_heap::PrimitiveArray::Int(vec![1, 2, 3, 4])));
    assert_eq!(b.tree(ints, detail(3, 3)), "root = int[] of 4 {1, 2, 3, … 1 more}\n");
    assert_eq!(b.tree(ints, detail(0, 9)), "root = int[] of 4 {1, 2, 3, 4}\n", "nothing in it lies deeper");
}

#[test]
fn maps_are_their_entries_with_keys_of_any_kind() {
    let mut b = Builder::default();
    let array = b.class("[L;", None, &[]);
    let (map, node) = (
        b.class("java/util/HashMap", None, &["table:L", "size:I"]),
        b.class("java/util/HashMap$Node", None, &["key:L", "value:L", "next:L"]),
    );
    let point = b.class("a/Point", None, &["x:I"]);
    let (k, v, p) = (b.string("k"), b.string("v"), b.object(point, &[Value::Int(1)]));
    let plain = b.object(node, &[k, p, Value::Null]);
    let keyed = b.object(node, &[p, v, Value::Null]);
    let table = b.add(Node::Array { class: array, elements: vec![plain, keyed] });
    let root = b.object(map, &[table, Value::Int(2)]);
    assert_eq!(
        b.tree(root, Detail::default()),
        "root = HashMap of 2\n  \"k\" -> #3 Point\n    x = 1\n  key = #3 Point\n  -> \"v\"\n"
    );
}

#[test]
fn ends_damage_and_run_time_classes_are_shown() {
    let mut b = Builder::default();
    let logger = b.class("a/Logger", None, &[]);
    for (ending, words) in [
        (Ending::Frontier, "root = Logger (not looked into)\n"),
        (Ending::Budget, "root = Logger (cut off by the budget)\n"),
        (Ending::Masked, "root = Logger (masked)\n"),
    ] {
        let end = b.add(Node::End { class: logger, ending });
        assert_eq!(b.tree(end, Detail::default()), words);
    }
    let damaged = b.object(logger, &[Value::Int(1)]);
    assert_eq!(b.tree(damaged, Detail::default()), "root = Logger (damaged)\n");
    let nowhere = Value::Reference(NodeId::from_index(999));
    assert_eq!(b.tree(nowhere, Detail::default()), "root = (damaged)\n");
    let lambda = b.classes.add(Class {
        name: "a/Shop".into(),
        kind: ClassKind::Lambda {
            method: ("test".into(), "(L;)Z".into()),
            implementation: ("a/Shop".into(), "lambda$new$0".into(), "(I)Z".into()),
        },
        superclass: None,
        interfaces: vec!["java/util/function/Predicate".into()],
        fields: vec![Field { name: "arg$1".into(), descriptor: "I".into() }],
    });
    let made = b.object(lambda, &[Value::Int(5)]);
    assert_eq!(
        b.tree(made, Detail::default()),
        "root = Shop (lambda for Predicate, runs Shop#lambda$new$0)\n  arg$1 = 5\n"
    );
}

#[test]
fn hidden_fields_of_one_name_have_their_class() {
    let mut b = Builder::default();
    let base = b.class("a/Base", None, &["x:I", "y:I"]);
    let below = b.class("a/Below", Some(base), &["x:I"]);
    let object = b.object(below, &[Value::Int(1), Value::Int(2), Value::Int(3)]);
    assert_eq!(b.tree(object, Detail::default()), "root = Below\n  Base.x = 1\n  y = 2\n  Below.x = 3\n");
}

#[test]
fn masked_roots_read_as_masked() {
    let b = Builder::default();
    let roots: Vec<_> = (0..8).map(|at| ("pin", Value::Int(at))).collect();
    let state = b.state(&roots, Detail::default());
    assert_eq!(state.roots[7].slot, Slot::Value("(masked)".to_owned()));
    assert_eq!(state.roots[6].slot, Slot::Value("6".to_owned()));
}
