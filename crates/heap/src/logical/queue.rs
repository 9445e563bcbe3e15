//! Queues and deques.

use super::form::LogicalForm;
use super::kind::QueueKind;
use super::object::{Object, Steps};
use crate::value::Value;

fn queue(kind: QueueKind, elements: Vec<Value>) -> LogicalForm {
    LogicalForm::Queue { kind, capacity: None, comparator: Value::Null, elements }
}

/// A ring of `count` elements from `start` on.
fn ring(array: &[Value], start: usize, count: usize) -> Option<Vec<Value>> {
    let fits = count <= array.len() && (count == 0 || start < array.len());
    fits.then(|| (0..count).map(|i| array[(start + i) % array.len()]).collect())
}

/// From `head` up to `tail`, of which one place is always free.
pub(super) fn array_deque(object: &Object) -> Option<LogicalForm> {
    let (array, head, tail) = (object.array("elements")?, object.size("head")?, object.size("tail")?);
    if head >= array.len() || tail >= array.len() {
        return None;
    }
    let count = (tail + array.len() - head) % array.len();
    Some(queue(QueueKind::ArrayDeque, ring(array, head, count)?))
}

pub(super) fn array_blocking(object: &Object) -> Option<LogicalForm> {
    let array = object.array("items")?;
    let elements = ring(array, object.size("takeIndex")?, object.size("count")?)?;
    let capacity = i32::try_from(array.len()).ok();
    Some(LogicalForm::Queue { kind: QueueKind::ArrayBlocking, capacity, comparator: Value::Null, elements })
}

/// `PriorityQueue` and `PriorityBlockingQueue`: a binary heap.
pub(super) fn priority(object: &Object, kind: QueueKind) -> Option<LogicalForm> {
    let elements = object.array("queue")?.get(..object.size("size")?)?.to_vec();
    let comparator = object.reference("comparator")?;
    Some(LogicalForm::Queue { kind, capacity: None, comparator, elements })
}

/// `DelayQueue` is a lock around a `PriorityQueue`.
pub(super) fn delay(object: &Object) -> Option<LogicalForm> {
    priority(&object.object("q")?, QueueKind::Delay)
}

/// Bounded linked queues. The first node of `LinkedBlockingQueue` is a dummy without an item.
pub(super) fn linked_blocking(object: &Object, kind: QueueKind, first: &str) -> Option<LogicalForm> {
    let capacity = object.int("capacity");
    capacity?;
    let elements = items(&object.chain(first, "next")?)?;
    Some(LogicalForm::Queue { kind, capacity, comparator: Value::Null, elements })
}

/// `ConcurrentLinkedQueue` and `LinkedTransferQueue`. A node that was taken out has no item, or itself
/// as one, and may be linked to itself.
pub(super) fn concurrent(object: &Object, kind: QueueKind) -> Option<LogicalForm> {
    let Some(head) = object.nullable_object("head")? else { return Some(queue(kind, Vec::new())) };
    let mut steps = Steps::of(object.forms);
    Some(queue(kind, items(&unlinked(&head, "next", &mut steps)?)?))
}

/// `ConcurrentLinkedDeque`: `head` is only near the first node.
pub(super) fn concurrent_deque(object: &Object) -> Option<LogicalForm> {
    let mut steps = Steps::of(object.forms);
    let first = *unlinked(&object.object("head")?, "prev", &mut steps)?.last()?;
    let mut steps = Steps::of(object.forms);
    Some(queue(QueueKind::ConcurrentLinkedDeque, items(&unlinked(&first, "next", &mut steps)?)?))
}

/// Follows links up to null or to a node that is linked to itself.
fn unlinked<'f, 'g>(first: &Object<'f, 'g>, link: &str, steps: &mut Steps) -> Option<Vec<Object<'f, 'g>>> {
    let mut chain = vec![*first];
    while let Some(next) = chain[chain.len() - 1].nullable_object(link)? {
        if next.node == chain[chain.len() - 1].node {
            break;
        }
        steps.take()?;
        chain.push(next);
    }
    Some(chain)
}

/// The items of nodes that have one.
fn items(nodes: &[Object]) -> Option<Vec<Value>> {
    let mut items = Vec::new();
    for node in nodes {
        let item = node.reference("item")?;
        if item != Value::Null && item != Value::Reference(node.node) {
            items.push(item);
        }
    }
    Some(items)
}
