//! Damaged graphs, made by hand. What honest graphs mean is tested against the JVM in `tests/it/forms.rs`.

use reenact_base::Id;

use super::*;
use crate::testing::Builder;

fn reading(builder: &Builder, value: Value) -> Result<LogicalForm, Raw> {
    let Value::Reference(node) = value else { panic!("not an object") };
    Forms::new(&builder.classes, &builder.graph).of(node).map(|logical| logical.form)
}

#[test]
fn a_type_without_form_says_so() {
    let mut b = Builder::new();
    let point = b.class("Point", &["x:I"]);
    let object = b.object(point, &[Value::Int(1)]);
    let text = b.string("text");
    assert_eq!(reading(&b, object), Err(Raw::NoForm));
    assert_eq!(reading(&b, text), Err(Raw::NotAnObject));
    assert_eq!(reading(&b, Value::Reference(NodeId::from_index(99))), Err(Raw::Damaged));
}

#[test]
fn fields_that_are_not_as_expected_are_unreadable() {
    let mut b = Builder::new();
    let list = b.class("java/util/ArrayList", &["elementData:[L", "size:I"]);
    let array = b.array(&[Value::Null; 2]);
    let dangling = Value::Reference(NodeId::from_index(1_000));
    for fields in [
        [array, Value::Int(3)],
        [array, Value::Int(-1)],
        [array, Value::Int(i32::MAX)],
        [array, Value::Null],
        [Value::Null, Value::Int(0)],
        [dangling, Value::Int(0)],
        [Value::Long(1), Value::Int(1)],
    ] {
        let object = b.object(list, &fields);
        assert_eq!(reading(&b, object), Err(Raw::Unreadable), "{fields:?}");
    }
    let short = b.object(list, &[array]);
    assert_eq!(reading(&b, short), Err(Raw::Damaged));
}

#[test]
fn rings_of_links_end() {
    let mut b = Builder::new();
    let itself = |b: &Builder| Value::Reference(NodeId::from_index(b.graph.len()));
    let node = b.class("java/util/LinkedList$Node", &["item:L", "next:L"]);
    let next = itself(&b);
    let ring = b.object(node, &[Value::Null, next]);
    let list = b.class("java/util/LinkedList", &["size:I", "first:L"]);
    let list = b.object(list, &[Value::Int(1), ring]);
    assert_eq!(reading(&b, list), Err(Raw::Unreadable));

    let entry = b.class("java/util/TreeMap$Entry", &["key:L", "value:L", "left:L", "right:L"]);
    let root = itself(&b);
    b.object(entry, &[Value::Null, Value::Null, root, root]);
    let tree = b.class("java/util/TreeMap", &["comparator:L", "root:L", "size:I"]);
    let tree = b.object(tree, &[Value::Null, root, Value::Int(1)]);
    assert_eq!(reading(&b, tree), Err(Raw::Unreadable));

    // A table of forwarding nodes that lead back to itself.
    let forward = b.class("java/util/concurrent/ConcurrentHashMap$ForwardingNode", &["nextTable:[L"]);
    let array = b.class("[Ljava/lang/Object;", &[]);
    let table = NodeId::from_index(b.graph.len() + 1);
    let bucket = b.object(forward, &[Value::Reference(table)]);
    b.graph.add(Node::Array { class: array, elements: vec![bucket; 4] });
    let map = b.class("java/util/concurrent/ConcurrentHashMap", &["table:[L"]);
    let map = b.object(map, &[Value::Reference(table)]);
    assert_eq!(reading(&b, map), Err(Raw::Unreadable));

    // A wrapper of itself.
    let wrapper = b.class("java/util/Collections$UnmodifiableCollection", &["c:L"]);
    let this = itself(&b);
    b.object(wrapper, &[this]);
    let Value::Reference(node) = this else { unreachable!("made above") };
    assert_eq!(Forms::new(&b.classes, &b.graph).elements(node), None);
}

/// The JDK puts a bare object where it means null or nothing. Where that could be the subject's own object
/// as well, nothing is claimed.
#[test]
fn sentinels_are_what_they_stand_for() {
    let mut b = Builder::new();
    let bare = b.class("java/lang/Object", &[]);
    let map = b.class("java/util/IdentityHashMap", &["table:[L", "size:I"]);
    let (text, sentinel, other) = (b.string("a"), b.object(bare, &[]), b.object(bare, &[]));
    let table = b.array(&[sentinel, text, Value::Null, Value::Null, text, sentinel]);
    let one = b.object(map, &[table, Value::Int(2)]);
    let Ok(LogicalForm::Map { entries, .. }) = reading(&b, one) else { panic!("a map") };
    assert_eq!(entries, [(Value::Null, text), (text, sentinel)]);
    let table = b.array(&[sentinel, text, other, text]);
    let two = b.object(map, &[table, Value::Int(2)]);
    assert_eq!(reading(&b, two), Err(Raw::Unreadable));

    let list = b.class("java/util/ImmutableCollections$List12", &["e0:L", "e1:L"]);
    for (second, expected) in [(sentinel, 1), (Value::Null, 1), (text, 2)] {
        let list = b.object(list, &[text, second]);
        let Ok(LogicalForm::List { elements, .. }) = reading(&b, list) else { panic!("a list") };
        assert_eq!(elements.len(), expected);
    }
}

/// While a table grows, some of its buckets are in the next one already.
#[test]
fn a_concurrent_map_is_read_while_it_grows() {
    let mut b = Builder::new();
    let node = b.class("java/util/concurrent/ConcurrentHashMap$Node", &["key:L", "val:L", "next:L"]);
    let forward = b.class("java/util/concurrent/ConcurrentHashMap$ForwardingNode", &["nextTable:[L"]);
    let map = b.class("java/util/concurrent/ConcurrentHashMap", &["table:[L"]);
    let keys = ["a", "b", "c"].map(|key| b.string(key));
    let nodes = keys.map(|key| b.object(node, &[key, key, Value::Null]));
    let next = b.array(&[Value::Null, nodes[0], Value::Null, nodes[1]]);
    let moved = b.object(forward, &[next]);
    let table = b.array(&[nodes[2], moved]);
    let map = b.object(map, &[table]);
    let Ok(LogicalForm::Map { entries, .. }) = reading(&b, map) else { panic!("a map") };
    assert_eq!(entries, [keys[2], keys[0], keys[1]].map(|key| (key, key)));
}

#[test]
fn a_class_that_is_its_own_superclass_comes_to_an_end() {
    let mut b = Builder::new();
    let class = b.class("A", &["x:I"]);
    let mut looped = b.classes.get(class).clone();
    looped.superclass = Some(ClassId::from_index(1));
    let id = b.classes.add(looped);
    assert_eq!(b.classes.lineage(id), [id]);
    let object = b.object(id, &[Value::Int(1)]);
    assert_eq!(reading(&b, object), Err(Raw::NoForm));
}

#[test]
fn big_numbers_in_digits() {
    let decimal = |negative, words: &[u32]| BigInteger { negative, magnitude: words.to_vec() }.to_decimal();
    assert_eq!(decimal(false, &[]), "0");
    assert_eq!(decimal(true, &[1_000_000_000]), "-1000000000");
    assert_eq!(decimal(false, &[1, 0]), "4294967296");
    assert_eq!(decimal(false, &[u32::MAX; 4]), u128::MAX.to_string());
}

#[test]
fn the_table_has_each_class_once() {
    let mut classes: Vec<&str> = supported_classes().collect();
    let count = classes.len();
    classes.sort_unstable();
    classes.dedup();
    assert_eq!(classes.len(), count);
}

#[test]
fn who_only_bears_the_name_of_a_jdk_class_has_not_its_form() {
    let fields = [("seconds", "J"), ("nanos", "I")]
        .map(|(name, descriptor)| Field { name: name.into(), descriptor: descriptor.into() });
    for (kind, has_form) in [(ClassKind::Plain, true), (ClassKind::Generated, false)] {
        let mut classes = Classes::new();
        let instant = classes.add(Class {
            name: "java/time/Instant".into(),
            kind,
            superclass: None,
            interfaces: Vec::new(),
            fields: fields.to_vec(),
        });
        let mut graph = HeapGraph::new();
        let node = graph.add(Node::Object { class: instant, fields: vec![Value::Long(7), Value::Int(5)] });
        assert_eq!(Forms::new(&classes, &graph).of(node).is_ok(), has_form);
    }
}
