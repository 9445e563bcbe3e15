//! Maps for many threads, and locks.

use super::form::LogicalForm;
use super::kind::{MapKind, Order};
use super::map::Entries;
use super::object::{Object, Steps};
use crate::value::Value;

pub(super) fn hash(object: &Object) -> Option<LogicalForm> {
    let (entries, comparator) = (hash_entries(object)?, Value::Null);
    Some(LogicalForm::Map { kind: MapKind::ConcurrentHash, order: Order::None, comparator, entries })
}

/// The entries of a `ConcurrentHashMap`. A bucket may be a chain, a tree that begins with a node which
/// is not an entry, or a node that says that the bucket has moved to the next table already.
pub(super) fn hash_entries(object: &Object) -> Option<Entries> {
    let (mut entries, mut steps) = (Vec::new(), Steps::of(object.forms));
    // Buckets to look into: those of the table, and those that moved ones were split into.
    let table = object.nullable_array("table")?;
    let mut buckets: Vec<(&[Value], usize)> = (0..table.len()).rev().map(|at| (table, at)).collect();
    while let Some((table, at)) = buckets.pop() {
        let Some(bucket) = table.get(at).filter(|bucket| **bucket != Value::Null) else { continue };
        let bucket = object.at(*bucket)?;
        steps.take()?;
        if let Some(next) = bucket.value("nextTable") {
            // A forwarding node. Its buckets are at the same place and one old table further.
            let next = (next != Value::Null).then(|| bucket.array("nextTable"))??;
            buckets.push((next, at + table.len()));
            buckets.push((next, at));
            continue;
        }
        let chain = match bucket.value("first") {
            Some(_) => bucket.chain("first", "next")?,
            None => bucket.chained("next", &mut steps)?,
        };
        for entry in chain {
            // A node without a value holds a place while the value is computed.
            match (entry.reference("key")?, entry.reference("val")?) {
                (_, Value::Null) | (Value::Null, _) => {}
                pair => entries.push(pair),
            }
        }
    }
    Some(entries)
}

/// The lowest level of the skip list, from its head on. A node without a value is a marker, or deleted.
pub(super) fn skip_list(object: &Object) -> Option<LogicalForm> {
    let mut entries = Vec::new();
    if let Some(head) = object.nullable_object("head")? {
        for node in head.chain("node", "next")? {
            match node.reference("val")? {
                Value::Null => {}
                value => entries.push((node.reference("key")?, value)),
            }
        }
    }
    let (kind, comparator) = (MapKind::ConcurrentSkipList, object.reference("comparator")?);
    Some(LogicalForm::Map { kind, order: Order::Sorted, comparator, entries })
}

/// The class of its synchronizer says whether a lock is fair.
pub(super) fn lock(object: &Object) -> Option<LogicalForm> {
    let is_fair = match object.object("sync")?.class_name() {
        "java/util/concurrent/locks/ReentrantLock$FairSync" => true,
        "java/util/concurrent/locks/ReentrantLock$NonfairSync" => false,
        _ => return None,
    };
    Some(LogicalForm::Lock { is_fair })
}
