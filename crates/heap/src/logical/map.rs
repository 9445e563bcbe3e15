//! Maps that one thread uses, and immutable ones.

use super::concurrent;
use super::form::LogicalForm;
use super::kind::{MapKind, Order};
use super::object::{Object, Steps};
use crate::value::Value;

pub(super) type Entries = Vec<(Value, Value)>;

fn map(kind: MapKind, order: Order, entries: Entries) -> LogicalForm {
    LogicalForm::Map { kind, order, comparator: Value::Null, entries }
}

/// A bucket after the other, each a chain of entries; trees are chains as well.
pub(super) fn buckets(object: &Object, value: &str) -> Option<Entries> {
    let (mut entries, mut steps) = (Vec::new(), Steps::of(object.forms));
    for bucket in object.nullable_array("table")? {
        if *bucket != Value::Null {
            let chain = object.at(*bucket)?.chained("next", &mut steps)?;
            pairs(&chain, "key", value, &mut entries)?;
        }
    }
    Some(entries)
}

fn pairs(chain: &[Object], key: &str, value: &str, entries: &mut Entries) -> Option<()> {
    for entry in chain {
        entries.push((entry.reference(key)?, entry.reference(value)?));
    }
    Some(())
}

/// An entry more or less than the map says is a sign of damage or of another thread.
fn counted(object: &Object, size: &str, entries: Entries) -> Option<Entries> {
    (object.size(size)? == entries.len()).then_some(entries)
}

pub(super) fn hash(object: &Object) -> Option<LogicalForm> {
    let entries = counted(object, "size", buckets(object, "value")?)?;
    Some(map(MapKind::Hash, Order::None, entries))
}

/// Entries are linked in their order besides.
pub(super) fn linked_hash(object: &Object) -> Option<LogicalForm> {
    let mut entries = Vec::new();
    pairs(&object.chain("head", "after")?, "key", "value", &mut entries)?;
    let order = if object.boolean("accessOrder")? { Order::Access } else { Order::Insertion };
    Some(map(MapKind::LinkedHash, order, counted(object, "size", entries)?))
}

/// A red-black tree, walked in order with a stack of its own.
pub(super) fn tree(object: &Object) -> Option<LogicalForm> {
    let (mut entries, mut steps) = (Vec::new(), Steps::of(object.forms));
    let (mut path, mut next) = (Vec::new(), object.nullable_object("root")?);
    loop {
        while let Some(entry) = next {
            steps.take()?;
            path.push(entry);
            next = entry.nullable_object("left")?;
        }
        let Some(entry) = path.pop() else { break };
        entries.push((entry.reference("key")?, entry.reference("value")?));
        next = entry.nullable_object("right")?;
    }
    let (comparator, entries) = (object.reference("comparator")?, counted(object, "size", entries)?);
    Some(LogicalForm::Map { kind: MapKind::Tree, order: Order::Sorted, comparator, entries })
}

/// Keys and values by turns. A null key is a sentinel.
pub(super) fn identity(object: &Object) -> Option<LogicalForm> {
    let slots = object.array("table")?.chunks_exact(2).filter(|slot| slot[0] != Value::Null);
    let entries = slots.map(|slot| (slot[0], slot[1])).collect();
    let entries = without_sentinel(object, counted(object, "size", entries)?)?;
    Some(map(MapKind::Identity, Order::None, entries))
}

/// Keys are weak references; a null key is a sentinel.
pub(super) fn weak(object: &Object) -> Option<LogicalForm> {
    let (mut entries, mut steps) = (Vec::new(), Steps::of(object.forms));
    for bucket in object.array("table")?.iter().filter(|bucket| **bucket != Value::Null) {
        pairs(&object.at(*bucket)?.chained("next", &mut steps)?, "referent", "value", &mut entries)?;
    }
    // No key is null but by the garbage collector.
    entries.retain(|(key, _)| *key != Value::Null);
    Some(map(MapKind::Weak, Order::None, without_sentinel(object, entries)?))
}

/// The sentinel becomes the null that it stands for. Two bare objects cannot both be the sentinel, and
/// it cannot be decided which one: then nothing is claimed.
fn without_sentinel(object: &Object, mut entries: Entries) -> Option<Entries> {
    let mut sentinels = entries.iter_mut().filter(|(key, _)| object.is_sentinel(*key));
    if let Some((key, _)) = sentinels.next() {
        *key = Value::Null;
        if sentinels.next().is_some() {
            return None;
        }
    }
    Some(entries)
}

pub(super) fn hashtable(object: &Object) -> Option<LogicalForm> {
    let entries = counted(object, "count", buckets(object, "value")?)?;
    Some(map(MapKind::Hashtable, Order::None, entries))
}

/// A `Hashtable` by descent, a `ConcurrentHashMap` inside since JDK 9.
pub(super) fn properties(object: &Object) -> Option<LogicalForm> {
    let entries = concurrent::hash_entries(&object.object("map")?)?;
    Some(map(MapKind::Properties { defaults: object.reference("defaults")? }, Order::None, entries))
}

pub(super) fn immutable_one(object: &Object) -> Option<LogicalForm> {
    let entries = vec![(object.reference("k0")?, object.reference("v0")?)];
    Some(map(MapKind::Immutable, Order::None, entries))
}

/// Keys and values by turns, in an order that each JVM salts anew.
pub(super) fn immutable(object: &Object) -> Option<LogicalForm> {
    let slots = object.array("table")?.chunks_exact(2).filter(|slot| slot[0] != Value::Null);
    let entries = counted(object, "size", slots.map(|slot| (slot[0], slot[1])).collect())?;
    Some(map(MapKind::Immutable, Order::None, entries))
}

pub(super) fn empty(_: &Object) -> Option<LogicalForm> {
    Some(map(MapKind::Empty, Order::None, Vec::new()))
}

pub(super) fn singleton(object: &Object) -> Option<LogicalForm> {
    let entries = vec![(object.reference("k")?, object.reference("v")?)];
    Some(map(MapKind::Singleton, Order::None, entries))
}
