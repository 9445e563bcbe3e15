//! Atomics and adders.

use super::form::LogicalForm;
use super::object::Object;
use crate::value::Value;

pub(super) fn atomic(object: &Object) -> Option<LogicalForm> {
    object.value("value").map(LogicalForm::Atomic)
}

/// `AtomicBoolean` keeps an `int`.
pub(super) fn atomic_boolean(object: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::Atomic(Value::Boolean(object.int("value")? != 0)))
}

pub(super) fn atomic_array(object: &Object) -> Option<LogicalForm> {
    object.reference("array").filter(|array| *array != Value::Null).map(LogicalForm::AtomicArray)
}

pub(super) fn atomic_pair(object: &Object, mark: &str) -> Option<LogicalForm> {
    let pair = object.object("pair")?;
    Some(LogicalForm::AtomicPair { reference: pair.reference("reference")?, mark: pair.value(mark)? })
}

/// The base and the cells that threads in each other's way have made.
fn striped(object: &Object) -> Option<Vec<i64>> {
    let cells = object.nullable_array("cells")?.iter().filter(|cell| **cell != Value::Null);
    let mut parts = vec![object.long("base")?];
    for cell in cells {
        parts.push(object.at(*cell)?.long("value")?);
    }
    Some(parts)
}

pub(super) fn long_adder(object: &Object) -> Option<LogicalForm> {
    let sum = striped(object)?.into_iter().fold(0, i64::wrapping_add);
    Some(LogicalForm::Adder(Value::Long(sum)))
}

pub(super) fn double_adder(object: &Object) -> Option<LogicalForm> {
    let mut parts = striped(object)?.into_iter().map(|bits| f64::from_bits(bits as u64));
    let base = parts.next()?;
    Some(LogicalForm::Adder(Value::Double(parts.fold(base, |sum, part| sum + part).to_bits())))
}
