//! Queues and deques. The elements of a priority queue, added in the order in which they lie, come to lie so
//! again: each is already behind those that it must be behind.

use reenact_heap::Value;
use reenact_heap::logical::QueueKind;

use super::collection::{copied, filled};
use super::expression::{int, new, value};
use super::{Shape, Target};

pub(super) fn queue(
    target: &Target<'_, '_>,
    kind: QueueKind,
    capacity: Option<i32>,
    comparator: Value,
    elements: &[Value],
) -> Option<Shape> {
    if elements.contains(&Value::Null) {
        return None;
    }
    let class = target.class;
    match (kind, comparator, capacity) {
        (QueueKind::Priority, Value::Reference(_), None) => {
            let empty = new(class, "(Ljava/util/Comparator;)V", vec![value(comparator)]);
            Some(filled(target, empty, elements))
        }
        (QueueKind::PriorityBlocking, Value::Reference(_), None) => {
            // The capacity is only where it begins; 11 is the default.
            let empty = new(class, "(ILjava/util/Comparator;)V", vec![int(11), value(comparator)]);
            Some(filled(target, empty, elements))
        }
        (_, Value::Reference(_), _) => None,
        (QueueKind::LinkedBlocking | QueueKind::LinkedBlockingDeque, _, Some(i32::MAX)) => {
            Some(copied(target, elements))
        }
        (
            QueueKind::ArrayBlocking | QueueKind::LinkedBlocking | QueueKind::LinkedBlockingDeque,
            _,
            Some(capacity @ 1..),
        ) => {
            let has_place = usize::try_from(capacity).is_ok_and(|capacity| elements.len() <= capacity);
            has_place.then(|| filled(target, new(class, "(I)V", vec![int(capacity)]), elements))
        }
        (_, _, Some(_)) => None,
        _ => Some(copied(target, elements)),
    }
}
