//! Sets.

use reenact_heap::Value;
use reenact_heap::logical::{Order, SetKind};

use super::collection::{copied, filled, is_array, of};
use super::expression::{factory, inline, new, value};
use super::list::is_sized;
use super::{Shape, Target, enums};
use crate::plan::Making;

pub(super) fn set(
    target: &Target<'_, '_>,
    kind: &SetKind,
    order: Order,
    comparator: Value,
    elements: &[Value],
) -> Option<Shape> {
    match kind {
        SetKind::Hash => (order == Order::None).then(|| copied(target, elements)),
        SetKind::LinkedHash => (order == Order::Insertion).then(|| copied(target, elements)),
        SetKind::CopyOnWrite => Some(copied(target, elements)),
        SetKind::Tree | SetKind::ConcurrentSkipList => Some(sorted(target, comparator, elements)),
        SetKind::ConcurrentHash => {
            let returns = "()Ljava/util/concurrent/ConcurrentHashMap$KeySetView;";
            let empty = factory("java/util/concurrent/ConcurrentHashMap", "newKeySet", returns, vec![]);
            Some(filled(target, empty, elements))
        }
        SetKind::Enum { element_type } => Some(enums::set(target, element_type, elements)),
        SetKind::Immutable => immutable(target, elements),
        SetKind::Empty => {
            Some(Shape::of(factory("java/util/Collections", "emptySet", "()Ljava/util/Set;", vec![])))
        }
        SetKind::Singleton => match elements {
            [only] => Some(Shape::of(singleton(*only))),
            _ => None,
        },
    }
}

fn sorted(target: &Target<'_, '_>, comparator: Value, elements: &[Value]) -> Shape {
    match comparator {
        Value::Null => copied(target, elements),
        _ => {
            let empty = new(target.class, "(Ljava/util/Comparator;)V", vec![value(comparator)]);
            filled(target, empty, elements)
        }
    }
}

fn singleton(element: Value) -> Making {
    let descriptor = "(Ljava/lang/Object;)Ljava/util/Set;";
    factory("java/util/Collections", "singleton", descriptor, vec![value(element)])
}

/// `Set.of(a, b)`.
fn immutable(target: &Target<'_, '_>, elements: &[Value]) -> Option<Shape> {
    if target.release < 9 || elements.contains(&Value::Null) || !is_sized(target, "Set12", elements) {
        return None;
    }
    match elements {
        [only] if is_array(target, *only) && target.release < 10 => None,
        [only] if is_array(target, *only) => {
            let descriptor = "(Ljava/util/Collection;)Ljava/util/Set;";
            Some(Shape::of(factory("java/util/Set", "copyOf", descriptor, vec![inline(singleton(*only))])))
        }
        _ => Some(Shape::of(of("java/util/Set", elements))),
    }
}
