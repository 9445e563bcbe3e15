//! Changes as people read them.

use super::*;
use crate::testing::Builder;
use crate::{Ending, PrimitiveArray};

/// The changes between two roots of one builder's graph, as lines.
fn check(builder: &Builder, before: Value, after: Value, expected: &[&str]) {
    let forms = Forms::new(&builder.classes, &builder.graph);
    let roots = [Root { name: "order", left: before, right: after }];
    let lines: Vec<String> =
        diff(&forms, &forms, &roots, None, 100).changes.iter().map(Change::to_string).collect();
    assert_eq!(lines, expected);
}

#[test]
fn a_field_of_an_element_of_a_list() {
    let mut b = Builder::new();
    let order = b.class("Order", &["lines:Ljava/util/List;", "note:Ljava/lang/String;"]);
    let line = b.class("Line", &["quantity:I"]);
    let mut made = |quantities: &[i32], note: &str| {
        let lines: Vec<Value> = quantities.iter().map(|n| b.object(line, &[Value::Int(*n)])).collect();
        let fields = [b.array_list(&lines), b.string(note)];
        b.object(order, &fields)
    };
    let before = made(&[1, 2, 3], "a");
    let changed = made(&[1, 2, 4], "b");
    let longer = made(&[1, 2, 3, 9], "a");
    let without_first = made(&[2, 3], "a");
    let shorter_and_changed = made(&[1, 7], "a");
    check(&b, before, before, &[]);
    check(&b, before, changed, &["order.lines[2].quantity: 3 -> 4", r#"order.note: "a" -> "b""#]);
    check(&b, before, longer, &["order.lines[3]: added Line"]);
    check(&b, before, without_first, &["order.lines[0]: removed Line"]);
    check(
        &b,
        before,
        shorter_and_changed,
        &["order.lines[2]: removed Line", "order.lines[1].quantity: 2 -> 7"],
    );
}

#[test]
fn entries_of_a_map() {
    let mut b = Builder::new();
    let [k, l, m] = ["k", "l", "m"].map(|key| b.string(key));
    let [one, two, three] = [1, 2, 3].map(|value| b.boxed(value));
    let before = b.hash_map(4, &[(k, one), (l, two)]);
    let after = b.hash_map(16, &[(m, three), (k, two)]);
    check(
        &b,
        before,
        after,
        &[r#"order["l"]: removed 2"#, r#"order["m"]: added 3"#, r#"order["k"]: 1 -> 2"#],
    );
}

#[test]
fn elements_of_arrays_of_primitives() {
    let mut b = Builder::new();
    let mut array =
        |ints: &[i32]| Value::Reference(b.graph.add(Node::Primitives(PrimitiveArray::Int(ints.to_vec()))));
    let (before, after, longer) = (array(&[1, 2, 3]), array(&[1, 5, 3]), array(&[1]));
    check(&b, before, after, &["order[1]: 2 -> 5"]);
    check(&b, before, longer, &["order: int[] of 3 -> int[] of 1"]);
}

#[test]
fn a_replaced_object_is_distinguished_from_a_changed_one() {
    let mut b = Builder::new();
    let holder = b.class("Holder", &["held:LPoint;"]);
    let point = b.class("Point", &["x:I"]);
    let (p, q) = (b.object(point, &[Value::Int(1)]), b.object(point, &[Value::Int(2)]));
    let (before, after) = (b.object(holder, &[p]), b.object(holder, &[q]));
    check(&b, before, after, &["order.held.x: 1 -> 2"]);
    let forms = Forms::new(&b.classes, &b.graph);
    let roots = [Root { name: "order", left: before, right: after }];
    let (Value::Reference(old), Value::Reference(new)) = (before, after) else { panic!("objects") };
    let same = |node| (node == old).then_some(new);
    let changes = diff(&forms, &forms, &roots, Some(&same), 100).changes;
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].to_string(), "order.held: Point -> another Point");
    assert_eq!((changes[0].before, changes[0].after), (Some(p), Some(q)));
}

#[test]
fn new_objects_are_listed_and_known_ones_are_not() {
    let mut b = Builder::new();
    let link = b.class("Link", &["next:LLink;", "name:Ljava/lang/String;"]);
    let name = b.string("name");
    let old = b.object(link, &[Value::Null, name]);
    let inner = b.object(link, &[old, name]);
    let outer = b.object(link, &[inner, name]);
    let (before, after) = (b.array_list(&[old]), b.array_list(&[old, outer]));
    let forms = Forms::new(&b.classes, &b.graph);
    let found = diff(&forms, &forms, &[Root { name: "list", left: before, right: after }], None, 9);
    assert_eq!(found.changes.iter().map(Change::to_string).collect::<Vec<_>>(), ["list[1]: added Link"]);
    let new: Vec<Value> = found.new_objects.into_iter().map(Value::Reference).collect();
    assert_eq!(new, [outer, inner]);
}

#[test]
fn cycles_ends_damage_and_limits() {
    let mut b = Builder::new();
    let link = b.class("Link", &["next:LLink;", "x:I"]);
    let itself = NodeId::from_index(b.graph.len());
    let ring = b.object(link, &[Value::Reference(itself), Value::Int(1)]);
    let end = Value::Reference(b.graph.add(Node::End { class: link, ending: Ending::Budget }));
    let (ended, broken) =
        (b.object(link, &[end, Value::Int(2)]), Value::Reference(NodeId::from_index(99_999)));
    check(&b, ring, ring, &[]);
    let last = b.object(link, &[Value::Null, Value::Int(5)]);
    let whole = b.object(link, &[last, Value::Int(1)]);
    check(&b, whole, ended, &["order.x: 1 -> 2"]);
    check(&b, ring, whole, &["order.next: Link -> another Link"]);
    let forms = Forms::new(&b.classes, &b.graph);
    let of = |right, limit| diff(&forms, &forms, &[Root { name: "order", left: whole, right }], None, limit);
    assert!(of(ended, 10).is_incomplete && of(broken, 10).is_incomplete && !of(whole, 10).is_incomplete);
    assert!(of(Value::Null, 0).is_truncated && of(Value::Null, 1).changes[0].text == "Link -> null");
}
