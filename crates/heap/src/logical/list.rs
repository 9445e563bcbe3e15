//! Lists.

use super::form::LogicalForm;
use super::kind::ListKind;
use super::object::Object;
use crate::value::Value;

/// The first `size` elements of an array: `ArrayList`, `Vector`.
pub(super) fn prefix(object: &Object, kind: ListKind, array: &str, size: &str) -> Option<LogicalForm> {
    let elements = object.array(array)?.get(..object.size(size)?)?.to_vec();
    Some(LogicalForm::List { kind, elements })
}

/// `LinkedList`.
pub(super) fn linked(object: &Object) -> Option<LogicalForm> {
    let nodes = object.chain("first", "next")?;
    let elements: Option<Vec<_>> = nodes.iter().map(|node| node.reference("item")).collect();
    let elements = elements.filter(|elements| Some(elements.len()) == object.size("size"))?;
    Some(LogicalForm::List { kind: ListKind::LinkedList, elements })
}

/// `CopyOnWriteArrayList`: its array is always full.
pub(super) fn copy_on_write(object: &Object) -> Option<LogicalForm> {
    let elements = object.array("array")?.to_vec();
    Some(LogicalForm::List { kind: ListKind::CopyOnWrite, elements })
}

/// `List.of` with one or two elements. A list of one has a sentinel in the second place, or null before
/// JDK 16.
pub(super) fn immutable_small(object: &Object) -> Option<LogicalForm> {
    let (first, second) = (object.reference("e0")?, object.reference("e1")?);
    let mut elements = vec![first];
    if second != Value::Null && !object.is_sentinel(second) {
        elements.push(second);
    }
    Some(LogicalForm::List { kind: ListKind::Immutable, elements })
}

/// `List.of` with none or many, and `Stream.toList`.
pub(super) fn immutable(object: &Object) -> Option<LogicalForm> {
    // JDK 11 to 15 have no list that allows nulls.
    let kind = match object.boolean("allowNulls") {
        Some(true) => ListKind::ImmutableWithNulls,
        _ => ListKind::Immutable,
    };
    Some(LogicalForm::List { kind, elements: object.array("elements")?.to_vec() })
}

pub(super) fn empty(_: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::List { kind: ListKind::Empty, elements: Vec::new() })
}

pub(super) fn singleton(object: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::List { kind: ListKind::Singleton, elements: vec![object.reference("element")?] })
}

pub(super) fn copies(object: &Object) -> Option<LogicalForm> {
    let count = object.int("n").filter(|count| *count >= 0)?;
    Some(LogicalForm::Copies { count, element: object.reference("element")? })
}
