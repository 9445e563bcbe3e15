//! Maps.

use std::collections::HashSet;

use reenact_heap::logical::{MapKind, Order};
use reenact_heap::{Forms, LogicalForm, Node, Value};

use super::expression::{boolean, call, factory, inline, int, new, objects, value};
use super::{Filling, Shape, Target};
use crate::plan::{Making, Operand};

/// A key and a value.
type Entry = (Value, Value);

/// `Map.of` takes no more.
const MOST_OF: usize = 10;

pub(super) fn map(
    target: &Target<'_, '_>,
    kind: &MapKind,
    order: Order,
    comparator: Value,
    entries: &[Entry],
) -> Option<Shape> {
    match kind {
        MapKind::Immutable => return immutable(target, entries),
        MapKind::Empty => {
            return Some(Shape::of(factory(
                "java/util/Collections",
                "emptyMap",
                "()Ljava/util/Map;",
                vec![],
            )));
        }
        MapKind::Singleton => {
            let [(key, value)] = entries else { return None };
            return Some(Shape::of(singleton(*key, *value)));
        }
        _ => {}
    }
    let may_be_copied = matches!(
        kind,
        MapKind::Hash
            | MapKind::Tree
            | MapKind::Hashtable
            | MapKind::ConcurrentHash
            | MapKind::ConcurrentSkipList
    );
    if may_be_copied
        && comparator == Value::Null
        && target.is_compact()
        && let Some(of) = map_of(target, entries).filter(|_| !entries.is_empty())
    {
        return Some(Shape::of(new(target.class, "(Ljava/util/Map;)V", vec![inline(of)])));
    }
    let has_distinct_keys = !matches!(kind, MapKind::Identity) || are_distinct(target.forms, entries);
    let empty = empty(target.class, kind, order, comparator).filter(|_| has_distinct_keys)?;
    Some(Shape::of(empty).with(puts(target.forms, target.class, entries)))
}

/// A map of a kind without entries. `None` for those that cannot be filled.
pub(super) fn empty(class: &str, kind: &MapKind, order: Order, comparator: Value) -> Option<Making> {
    Some(match kind {
        MapKind::Tree | MapKind::ConcurrentSkipList if comparator != Value::Null => {
            new(class, "(Ljava/util/Comparator;)V", vec![value(comparator)])
        }
        MapKind::LinkedHash if order == Order::Access => {
            // The default capacity, and the order.
            let load_factor = Operand::Value(Value::Float(0.75f32.to_bits()));
            new(class, "(IFZ)V", vec![int(16), load_factor, boolean(true)])
        }
        MapKind::Properties { defaults } if *defaults != Value::Null => {
            new(class, "(Ljava/util/Properties;)V", vec![value(*defaults)])
        }
        MapKind::Enum { key_type } => {
            new(class, "(Ljava/lang/Class;)V", vec![inline(Making::ClassLiteral(key_type.clone()))])
        }
        MapKind::Immutable | MapKind::Empty | MapKind::Singleton => return None,
        _ => new(class, "()V", vec![]),
    })
}

/// A `put` for each entry; `setProperty` where texts are put into properties.
pub(super) fn puts(forms: &Forms<'_>, class: &str, entries: &[Entry]) -> Vec<Filling> {
    let is_text = |value: Value| forms.text(value).is_some();
    let put = |(key, to): &Entry| {
        let arguments = vec![value(*key), value(*to)];
        match class {
            "java/util/Properties" if is_text(*key) && is_text(*to) => {
                let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;";
                call(class, "setProperty", descriptor, arguments)
            }
            // Before JDK 9, properties have it from their ancestor.
            "java/util/Properties" => {
                call("java/util/Hashtable", "put", &objects(2, "Ljava/lang/Object;"), arguments)
            }
            "java/util/EnumMap" => {
                let descriptor = "(Ljava/lang/Enum;Ljava/lang/Object;)Ljava/lang/Object;";
                call(class, "put", descriptor, arguments)
            }
            _ => call(class, "put", &objects(2, "Ljava/lang/Object;"), arguments),
        }
    };
    entries.iter().map(put).collect()
}

pub(super) fn singleton(key: Value, to: Value) -> Making {
    let descriptor = objects(2, "Ljava/util/Map;");
    factory("java/util/Collections", "singletonMap", &descriptor, vec![value(key), value(to)])
}

/// `Map.of(k, v)`, which has no nulls.
fn map_of(target: &Target<'_, '_>, entries: &[Entry]) -> Option<Making> {
    let has_nulls = entries.iter().any(|(key, to)| [*key, *to].contains(&Value::Null));
    if target.release < 9 || entries.len() > MOST_OF || has_nulls {
        return None;
    }
    let arguments = entries.iter().flat_map(|(key, to)| [value(*key), value(*to)]).collect();
    Some(factory("java/util/Map", "of", &objects(2 * entries.len(), "Ljava/util/Map;"), arguments))
}

/// `Map.of(k, v)`, or `Map.ofEntries(Map.entry(k, v), …)` for many.
fn immutable(target: &Target<'_, '_>, entries: &[Entry]) -> Option<Shape> {
    let has_nulls = entries.iter().any(|(key, to)| [*key, *to].contains(&Value::Null));
    // One entry is in fields, none or more in an array.
    let is_sized = target.class.ends_with("Map1") == (entries.len() == 1);
    if target.release < 9 || has_nulls || !is_sized {
        return None;
    }
    Some(Shape::of(map_of(target, entries).unwrap_or_else(|| {
        let entries = entries.iter().map(|(key, to)| inline(entry(*key, *to))).collect();
        let descriptor = "([Ljava/util/Map$Entry;)Ljava/util/Map;";
        factory("java/util/Map", "ofEntries", descriptor, vec![Operand::Spread(entries)])
    })))
}

/// `Map.entry(k, v)`.
pub(super) fn entry(key: Value, to: Value) -> Making {
    let descriptor = objects(2, "Ljava/util/Map$Entry;");
    factory("java/util/Map", "entry", &descriptor, vec![value(key), value(to)])
}

/// Whether keys that differ by identity also differ by content: Java code has one
/// object for a text, and one for a small number.
pub(super) fn are_distinct(forms: &Forms<'_>, entries: &[Entry]) -> bool {
    let (mut texts, mut boxes) = (HashSet::new(), HashSet::new());
    entries.iter().all(|(key, _)| {
        let Value::Reference(node) = key else { return true };
        match forms.graph().try_get(*node) {
            Some(Node::String(text)) => texts.insert(text),
            Some(Node::Object { .. }) => match forms.of(*node).map(|logical| logical.form) {
                Ok(LogicalForm::Boxed(value)) => boxes.insert(value),
                _ => true,
            },
            _ => true,
        }
    })
}
