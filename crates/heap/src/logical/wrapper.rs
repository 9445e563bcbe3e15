//! Wrappers that `Collections`, `Arrays` and the collections themselves put around other objects.

use super::form::LogicalForm;
use super::kind::{Bound, ViewKind};
use super::object::Object;
use crate::value::Value;

/// A view of what is in a field.
pub(super) fn view(object: &Object, kind: ViewKind, field: &str) -> Option<LogicalForm> {
    let of = object.reference(field).filter(|of| *of != Value::Null)?;
    Some(LogicalForm::View { kind, of })
}

/// Wrappers of `Collections` have a collection in `c` or a map in `m`.
fn wrapped(object: &Object, kind: ViewKind) -> Option<LogicalForm> {
    let field = if object.value("c").is_some() { "c" } else { "m" };
    view(object, kind, field)
}

pub(super) fn unmodifiable(object: &Object) -> Option<LogicalForm> {
    wrapped(object, ViewKind::Unmodifiable)
}

/// Views that a synchronized collection hands out share its mutex.
pub(super) fn synchronized(object: &Object) -> Option<LogicalForm> {
    let mutex = match object.reference("mutex")? {
        Value::Reference(node) if node == object.node => Value::Null,
        mutex => mutex,
    };
    if object.boolean("isReversed") == Some(true) {
        // A reversed view of a synchronized list: no list of its own to be made again.
        return None;
    }
    wrapped(object, ViewKind::Synchronized { mutex })
}

pub(super) fn checked(object: &Object) -> Option<LogicalForm> {
    let types = match object.reference("type") {
        Some(class) => vec![class],
        None => vec![object.reference("keyType")?, object.reference("valueType")?],
    };
    wrapped(object, ViewKind::Checked { types })
}

/// Offsets count from the list itself, also for a part of a part.
pub(super) fn sub_list(object: &Object) -> Option<LogicalForm> {
    let (offset, size) = (object.int("offset")?, object.int("size")?);
    view(object, ViewKind::SubList { offset, size }, "root")
}

/// A view of a `LinkedHashMap`, which may show it backwards since JDK 21.
pub(super) fn linked(object: &Object, kind: ViewKind) -> Option<LogicalForm> {
    match object.boolean("reversed") {
        Some(true) => None,
        _ => view(object, kind, "this$0"),
    }
}

/// A part of a `TreeMap`.
pub(super) fn sub_map(object: &Object, is_descending: bool) -> Option<LogicalForm> {
    let bound = |key: &str, is_inclusive: &str, is_open: &str| {
        Some(match object.boolean(is_open)? {
            true => None,
            false => Some(Bound { key: object.reference(key)?, is_inclusive: object.boolean(is_inclusive)? }),
        })
    };
    let (from, to) = (bound("lo", "loInclusive", "fromStart")?, bound("hi", "hiInclusive", "toEnd")?);
    view(object, ViewKind::SubMap { from, to, is_descending }, "m")
}

/// A part of a `ConcurrentSkipListMap`, which has no null keys.
pub(super) fn concurrent_sub_map(object: &Object) -> Option<LogicalForm> {
    let bound = |key: &str, is_inclusive: &str| {
        Some(match object.reference(key)? {
            Value::Null => None,
            key => Some(Bound { key, is_inclusive: object.boolean(is_inclusive)? }),
        })
    };
    let (from, to) = (bound("lo", "loInclusive")?, bound("hi", "hiInclusive")?);
    view(object, ViewKind::SubMap { from, to, is_descending: object.boolean("isDescending")? }, "m")
}
