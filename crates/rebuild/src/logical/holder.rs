//! Objects that hold one or two others.

use reenact_heap::{LogicalForm, Node, Value};

use super::expression::{call, chained, factory, inline, new, null, objects, value};
use super::{Shape, Target, map};
use crate::plan::{Making, Member};

pub(super) fn entry(target: &Target<'_, '_>, key: Value, to: Value) -> Option<Shape> {
    match target.class {
        "java/util/AbstractMap$SimpleEntry" if !target.is_compact() => {
            let set = call(target.class, "setValue", &objects(1, "Ljava/lang/Object;"), vec![value(to)]);
            Some(Shape::of(new(target.class, &objects(2, "V"), vec![value(key), null()])).with([set]))
        }
        "java/util/AbstractMap$SimpleEntry" | "java/util/AbstractMap$SimpleImmutableEntry" => {
            Some(Shape::of(new(target.class, &objects(2, "V"), vec![value(key), value(to)])))
        }
        "java/util/KeyValueHolder" => (target.release >= 9).then(|| Shape::of(map::entry(key, to))),
        "java/util/HashMap$Node" => Some(of_map("java/util/HashMap", key, to)),
        "java/util/LinkedHashMap$Entry" => Some(of_map("java/util/LinkedHashMap", key, to)),
        "java/util/Hashtable$Entry" => Some(of_map("java/util/Hashtable", key, to)),
        "java/util/concurrent/ConcurrentHashMap$MapEntry" => {
            Some(of_map("java/util/concurrent/ConcurrentHashMap", key, to))
        }
        // With the comparator that its map may have had, this would be another map's entry.
        "java/util/TreeMap$Entry" => is_comparable(target, key).then(|| of_map("java/util/TreeMap", key, to)),
        // A tree in a bucket takes many keys that collide.
        _ => None,
    }
}

/// `new HashMap<>(Collections.singletonMap(k, v)).entrySet().iterator().next()`.
fn of_map(class: &str, key: Value, to: Value) -> Shape {
    let map = new(class, "(Ljava/util/Map;)V", vec![inline(map::singleton(key, to))]);
    let calls = [
        ("java/util/Map", "entrySet", "()Ljava/util/Set;"),
        ("java/util/Set", "iterator", "()Ljava/util/Iterator;"),
        ("java/util/Iterator", "next", "()Ljava/lang/Object;"),
    ];
    let entry = calls.iter().fold(map, |first, (class, name, descriptor)| {
        chained(first, Member::new(class, name, descriptor), vec![])
    });
    Shape::of(entry)
}

fn is_comparable(target: &Target<'_, '_>, key: Value) -> bool {
    let Value::Reference(node) = key else { return false };
    let forms = target.forms;
    match forms.graph().try_get(node) {
        Some(Node::String(_)) => true,
        Some(Node::Object { class, .. }) => {
            let has_order = |class| {
                let class = forms.classes().try_get(class);
                class.is_some_and(|class| {
                    class.interfaces.iter().any(|name| &**name == "java/lang/Comparable")
                })
            };
            matches!(target.form_of(key), Some(LogicalForm::Boxed(_) | LogicalForm::Enum { .. }))
                || forms.classes().lineage(*class).into_iter().any(has_order)
        }
        _ => false,
    }
}

pub(super) fn optional(target: &Target<'_, '_>, held: Option<Value>) -> Option<Shape> {
    let class = target.class;
    let parameter = match (class, held) {
        ("java/util/Optional", Some(Value::Reference(_))) => "Ljava/lang/Object;",
        ("java/util/OptionalInt", Some(Value::Int(_))) => "I",
        ("java/util/OptionalLong", Some(Value::Long(_))) => "J",
        ("java/util/OptionalDouble", Some(Value::Double(_))) => "D",
        (_, None) => "",
        _ => return None,
    };
    let name = if held.is_some() { "of" } else { "empty" };
    let arguments = held.into_iter().map(value).collect();
    Some(Shape::of(factory(class, name, &format!("({parameter})L{class};"), arguments)))
}

pub(super) fn reference(target: &Target<'_, '_>, to: Value) -> Shape {
    let made: Making = new(target.class, &objects(1, "V"), vec![value(to)]);
    Shape::of(made)
}
