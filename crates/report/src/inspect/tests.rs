//! Tables, trees and drawings of graphs made by hand.

use std::collections::HashSet;

use reenact_base::Id;
use reenact_heap::{
    Class, ClassId, ClassKind, Classes, Ending, Field, Forms, HeapGraph, Node, NodeId, Value,
};

use super::tree::{self, Stem};
use super::*;
use crate::{Format, Page, Report};

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
        State::of(&Told { forms: &forms, masked: &masked, offset: 0, detail }, &roots)
    }

    /// The tree of one root, as text.
    fn tree(&self, root: Value, detail: Detail) -> String {
        let state = self.state(&[("root", root)], detail);
        let stems = state.roots.iter().map(|part| Stem { state: &state, part }).collect();
        tree::text(&tree::trees(&[stems], detail.depth)[0], 0)
    }
}

fn detail(depth: usize, width: usize) -> Detail {
    Detail { depth, width, objects: 100 }
}

#[test]
fn shared_objects_are_told_once_and_named() {
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

/// What is met too deep first is told where there is room for it.
#[test]
fn what_was_cut_is_told_where_it_is_met_again() {
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
fn ends_damage_and_run_time_classes_are_said() {
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
fn hidden_fields_of_one_name_are_told_apart() {
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

/// An invocation that changed a point and made another.
fn invocation() -> Invocation {
    let value = |name: &str, text: &str| Part {
        role: Role::Field,
        name: name.to_owned(),
        slot: Slot::Value(text.to_owned()),
    };
    let root = |name: &str, id| Part { role: Role::Root, name: name.to_owned(), slot: Slot::Object(id) };
    let object = |id, parts| Object {
        id,
        class: "a.<Point>".to_owned(),
        text: String::new(),
        parts,
        left_out: 0,
        is_cut: false,
        kind: ObjectKind::Fields,
    };
    let before = State {
        roots: vec![root("this", 1)],
        objects: vec![object(1, vec![value("x", "\"<b>\""), value("y", "2"), value("gone", "1")])],
        captured: 1,
    };
    let after = State {
        roots: vec![root("this", 1), root("result", 2)],
        objects: vec![
            object(1, vec![value("x", "\"<i>\""), value("y", "2")]),
            object(2, vec![value("x", "1"), Part { role: Role::Field, ..root("self", 2) }]),
        ],
        captured: 2,
    };
    Invocation {
        recording: "r".to_owned(),
        id: 5,
        method: "a.<Point>#<init>()".to_owned(),
        thread: Thread { name: "<main>".to_owned(), id: 1, is_virtual: true, is_daemon: false },
        call: 1,
        entered: 1,
        exited: 2,
        parent: Some(Relative { id: 3, method: None }),
        children: Vec::new(),
        children_left_out: 0,
        dropped_inside: 2,
        marks: vec![Mark::TornBefore, Mark::Unknown(64)],
        before,
        outcome: Outcome::Returned(Some(Slot::Object(2))),
        after: Some(after),
        same_numbers: true,
        changes: vec![Change {
            path: "this.x".to_owned(),
            text: "\"<b>\" -> \"<i>\"".to_owned(),
            object: None,
            is_new: false,
        }],
        more_changes: true,
        may_hide_changes: false,
        new_objects: vec![2],
        statics: vec![StaticField { object: 2, field: "a.<Point>.ZERO".to_owned(), after: true }],
        histories: vec![ObjectHistory {
            object: Some(1),
            id: 7,
            class: "a.<Point>".to_owned(),
            events: vec!["3: new Point(1)".to_owned(), "5: move(<2>) [assumed]".to_owned()],
            gaps: vec!["busy-before"],
        }],
        detail: Detail::default(),
    }
}

#[test]
fn an_invocation_speaks_of_all_that_matters() {
    let text = invocation().text();
    for part in [
        "thread         \"<main>\" (1, virtual)\n",
        "within         3, which is not in the recording\n",
        "dropped in it  2 invocations\n",
        "marks          torn: another thread changed objects while they were read before the call\n",
        "               mark 64, of a newer version\n",
        "  result = #2 <Point>\n    x = 1\n    self = #2 <Point>\n",
        "  this.x: \"<b>\" -> \"<i>\"\n  … and more\n",
        "Static fields\n  #2 is a.<Point>.ZERO after the call\n",
        "Histories\n  #1 a.<Point>, 7@ (busy-before)\n    3: new Point(1)\n    5: move(<2>) [assumed]\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let json: serde_json::Value = serde_json::from_str(&invocation().render(Format::Json)).unwrap();
    assert_eq!(json["marks"], serde_json::json!(["torn-before", "unknown-64"]));
    assert_eq!(json["outcome"], serde_json::json!({"kind": "returned", "object": 2}));
    assert_eq!(json["after"]["objects"][1]["parts"][1]["object"], 2);
    assert_eq!(json["parent"], serde_json::json!({"id": 3, "method": null}));
}

#[test]
fn a_page_marks_what_changed_and_escapes_all() {
    let page = invocation().html();
    assert!(page.contains("<g class=\"changed\" id=\"o1\">") && page.contains("<g class=\"new\" id=\"o2\">"));
    // What was there before, struck out, beside what is there now; and a field that is gone.
    assert!(page.contains(">&quot;&lt;b&gt;&quot;</text>") && page.contains(">&quot;&lt;i&gt;&quot;</text>"));
    assert_eq!(page.matches("class=\"old\"").count(), 2, "{page}");
    for raw in ["<b>", "<i>", "<Point>", "<init>", "<main>\"", "<script"] {
        assert!(!page.contains(raw), "{raw}");
    }
    assert_eq!(page.matches("<svg").count(), 1);
    let apart = Invocation { same_numbers: false, ..invocation() };
    assert_eq!(apart.html().matches("<svg").count(), 2, "before and after");
    let unknown =
        Invocation { after: None, changes: Vec::new(), outcome: Outcome::Unfinished, ..invocation() };
    assert!(unknown.html().contains("the state after the call was not captured"));
    assert!(unknown.text().contains("Its end was not seen\n"));
}

#[test]
fn a_drawing_has_so_many_boxes_and_no_more() {
    let mut b = Builder::default();
    let array = b.class("[L;", None, &[]);
    let point = b.class("a/Point", None, &["x:I"]);
    let points: Vec<Value> = (0..200).map(|x| b.object(point, &[Value::Int(x)])).collect();
    let rows: Vec<Value> = points
        .chunks(10)
        .map(|row| Value::Reference(b.graph.add(Node::Array { class: array, elements: row.to_vec() })))
        .collect();
    let root = b.add(Node::Array { class: array, elements: rows });
    let state = b.state(&[("this", root)], Detail { depth: 9, width: 100, objects: 1000 });
    assert_eq!(state.objects.len(), 221);
    let page = Invocation { before: state, after: None, ..invocation() }.html();
    assert_eq!(page.matches("class=\"frame\"").count(), 49, "48 objects and the call");
    assert!(page.contains("Drawn: 48 objects. Left out: 173, which --format json has."), "{page}");
}

#[test]
fn an_empty_recording_has_a_summary() {
    let summary = Summary { recording: "r".to_owned(), top: 5, ..Summary::default() };
    assert!(summary.text().contains("ended    cut off: the subject or the machine died, or it still runs\n"));
    assert!(summary.text().contains("recorded  0 on 0 threads\n"));
    assert!(summary.html().contains("<h1>Recording <code>r</code></h1>"));
    assert_eq!(InvocationList::default().text(), "\n  no invocations\n");
}
