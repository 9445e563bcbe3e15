//! Constants of enums, and the sets and maps of them.

use super::form::LogicalForm;
use super::kind::{MapKind, Order, SetKind};
use super::object::Object;
use crate::value::{PrimitiveArray, Value};

/// A constant with a body has a class of its own below the enum.
pub(super) fn constant(object: &Object) -> Option<LogicalForm> {
    let classes = object.forms.classes;
    let lineage = classes.lineage(object.class);
    let base = lineage.iter().position(|class| &*classes.get(*class).name == "java/lang/Enum")?;
    let class = classes.get(*lineage.get(base + 1)?).name.clone();
    Some(LogicalForm::Enum { class, name: object.string("name")? })
}

/// `EnumMap`: values by ordinal. Null values are a sentinel, an anonymous class of the map.
pub(super) fn map(object: &Object) -> Option<LogicalForm> {
    let keys = object.array("keyUniverse")?;
    let mut entries = Vec::new();
    for (key, value) in keys.iter().zip(object.array("vals")?) {
        let is_null = || object.at(*value).is_some_and(|value| value.class_name() == "java/util/EnumMap$1");
        match value {
            Value::Null => {}
            _ if is_null() => entries.push((*key, Value::Null)),
            _ => entries.push((*key, *value)),
        }
    }
    if object.size("size")? != entries.len() {
        return None;
    }
    let kind = MapKind::Enum { key_type: object.class_object("keyType")?.into() };
    Some(LogicalForm::Map { kind, order: Order::Sorted, comparator: Value::Null, entries })
}

/// `EnumSet` of up to 64 constants.
pub(super) fn regular_set(object: &Object) -> Option<LogicalForm> {
    set(object, &[object.long("elements")?])
}

/// `EnumSet` of more than 64 constants.
pub(super) fn jumbo_set(object: &Object) -> Option<LogicalForm> {
    let PrimitiveArray::Long(words) = object.primitives("elements")? else { return None };
    set(object, words)
}

fn set(object: &Object, words: &[i64]) -> Option<LogicalForm> {
    let universe = object.array("universe")?;
    let is_in = |at: usize| words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1);
    let elements = (0..universe.len()).filter(|at| is_in(*at)).map(|at| universe[at]).collect();
    let kind = SetKind::Enum { element_type: object.class_object("elementType")?.into() };
    Some(LogicalForm::Set { kind, order: Order::Sorted, comparator: Value::Null, elements })
}
