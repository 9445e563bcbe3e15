//! Sets. Most of them are the keys of a map.

use super::form::LogicalForm;
use super::kind::{ListKind, Order, SetKind, ViewKind};
use super::object::Object;
use super::{concurrent, list, map};
use crate::value::Value;

fn unordered(kind: SetKind, elements: Vec<Value>) -> LogicalForm {
    LogicalForm::Set { kind, order: Order::None, comparator: Value::Null, elements }
}

/// The keys of a map as a set.
fn keys(kind: SetKind, map: LogicalForm) -> Option<LogicalForm> {
    let LogicalForm::Map { order, comparator, entries, .. } = map else { return None };
    let elements = entries.into_iter().map(|(key, _)| key).collect();
    Some(LogicalForm::Set { kind, order, comparator, elements })
}

/// `HashSet`, and `LinkedHashSet`, whose map is a linked one.
pub(super) fn hash(object: &Object, kind: SetKind) -> Option<LogicalForm> {
    let inner = object.object("map")?;
    match inner.value("accessOrder") {
        Some(_) => keys(kind, map::linked_hash(&inner)?),
        None => keys(kind, map::hash(&inner)?),
    }
}

/// `TreeSet` and `ConcurrentSkipListSet`. Over a part of a map it is a view of that part.
pub(super) fn sorted(object: &Object) -> Option<LogicalForm> {
    let inner = object.object("m")?;
    match inner.class_name() {
        "java/util/TreeMap" => keys(SetKind::Tree, map::tree(&inner)?),
        "java/util/concurrent/ConcurrentSkipListMap" => {
            keys(SetKind::ConcurrentSkipList, concurrent::skip_list(&inner)?)
        }
        _ => Some(LogicalForm::View { kind: ViewKind::Keys, of: object.value("m")? }),
    }
}

/// `ConcurrentHashMap.newKeySet` gives `true` to new keys, `keySet()` takes no new keys. What `keySet(value)`
/// gave is best described by its raw fields.
pub(super) fn concurrent_keys(object: &Object) -> Option<LogicalForm> {
    let value = object.reference("value")?;
    if value == Value::Null {
        return Some(LogicalForm::View { kind: ViewKind::Keys, of: object.reference("map")? });
    }
    match object.at(value)?.value("value")? {
        Value::Boolean(true) => keys(SetKind::ConcurrentHash, concurrent::hash(&object.object("map")?)?),
        _ => None,
    }
}

pub(super) fn copy_on_write(object: &Object) -> Option<LogicalForm> {
    let LogicalForm::List { kind: ListKind::CopyOnWrite, elements } =
        list::copy_on_write(&object.object("al")?)?
    else {
        return None;
    };
    let (kind, order) = (SetKind::CopyOnWrite, Order::Insertion);
    Some(LogicalForm::Set { kind, order, comparator: Value::Null, elements })
}

/// `Set.of` with one or two elements.
pub(super) fn immutable_small(object: &Object) -> Option<LogicalForm> {
    match list::immutable_small(object)? {
        LogicalForm::List { elements, .. } => Some(unordered(SetKind::Immutable, elements)),
        _ => None,
    }
}

/// `Set.of` with none or many, in an order that each JVM salts anew.
pub(super) fn immutable(object: &Object) -> Option<LogicalForm> {
    let slots = object.array("elements")?.iter().copied();
    let elements: Vec<Value> = slots.filter(|slot| *slot != Value::Null).collect();
    (object.size("size")? == elements.len()).then(|| unordered(SetKind::Immutable, elements))
}

pub(super) fn empty(_: &Object) -> Option<LogicalForm> {
    Some(unordered(SetKind::Empty, Vec::new()))
}

pub(super) fn singleton(object: &Object) -> Option<LogicalForm> {
    Some(unordered(SetKind::Singleton, vec![object.reference("element")?]))
}
