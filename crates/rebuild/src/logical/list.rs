//! Lists.

use reenact_heap::Value;
use reenact_heap::logical::ListKind;

use super::collection::{copied, is_array, of, sequence, singleton_list};
use super::expression::{call, chained, factory, inline, int, new, value, values};
use super::{Shape, Target};
use crate::plan::{Making, Member, Operand};

pub(super) fn list(target: &Target<'_, '_>, kind: ListKind, elements: &[Value]) -> Option<Shape> {
    match kind {
        ListKind::Vector if target.class == "java/util/Stack" => Some(stack(target, elements)),
        ListKind::ArrayList | ListKind::LinkedList | ListKind::Vector | ListKind::CopyOnWrite => {
            Some(copied(target, elements))
        }
        ListKind::Immutable => immutable(target, elements),
        ListKind::ImmutableWithNulls => collected(target, elements),
        ListKind::Empty => {
            Some(Shape::of(factory("java/util/Collections", "emptyList", "()Ljava/util/List;", vec![])))
        }
        ListKind::Singleton => match elements {
            [only] => Some(Shape::of(singleton_list(*only))),
            _ => None,
        },
    }
}

pub(super) fn copies(count: i32, element: Value) -> Shape {
    let descriptor = "(ILjava/lang/Object;)Ljava/util/List;";
    Shape::of(factory("java/util/Collections", "nCopies", descriptor, vec![int(count), value(element)]))
}

/// A stack has no constructor for its elements.
fn stack(target: &Target<'_, '_>, elements: &[Value]) -> Shape {
    let descriptor = "(Ljava/lang/Object;)Ljava/lang/Object;";
    let pushes = elements.iter().map(|element| call(target.class, "push", descriptor, vec![value(*element)]));
    Shape::of(new(target.class, "()V", vec![])).with(pushes)
}

/// `List.of(a, b)`.
fn immutable(target: &Target<'_, '_>, elements: &[Value]) -> Option<Shape> {
    if target.release < 9 || elements.contains(&Value::Null) || !is_sized(target, "List12", elements) {
        return None;
    }
    match elements {
        [only] if is_array(target, *only) && target.release < 10 => None,
        [only] if is_array(target, *only) => {
            let descriptor = "(Ljava/util/Collection;)Ljava/util/List;";
            Some(Shape::of(factory(
                "java/util/List",
                "copyOf",
                descriptor,
                vec![inline(singleton_list(*only))],
            )))
        }
        _ => Some(Shape::of(of("java/util/List", elements))),
    }
}

/// One or two elements are in fields, none or more in an array: another class than that is never made.
pub(super) fn is_sized(target: &Target<'_, '_>, small: &str, elements: &[Value]) -> bool {
    target.class.ends_with(small) == (1..=2).contains(&elements.len())
}

/// `Stream.of(a, b).toList()`.
fn collected(target: &Target<'_, '_>, elements: &[Value]) -> Option<Shape> {
    const STREAM: &str = "java/util/stream/Stream";
    const RETURNS: &str = "Ljava/util/stream/Stream;";
    if target.release < 16 {
        return None;
    }
    let stream = match elements {
        [] => factory(STREAM, "empty", &format!("(){RETURNS}"), vec![]),
        [only] if *only == Value::Null || is_array(target, *only) => Making::Result {
            on: Box::new(sequence(target, elements)),
            method: Member::new("java/util/Collection", "stream", &format!("(){RETURNS}")),
            arguments: vec![],
        },
        [only] => factory(STREAM, "of", &format!("(Ljava/lang/Object;){RETURNS}"), vec![value(*only)]),
        _ => {
            let spread = vec![Operand::Spread(values(elements))];
            factory(STREAM, "of", &format!("([Ljava/lang/Object;){RETURNS}"), spread)
        }
    };
    Some(Shape::of(chained(stream, Member::new(STREAM, "toList", "()Ljava/util/List;"), vec![])))
}
