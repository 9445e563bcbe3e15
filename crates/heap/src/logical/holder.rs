//! Objects that hold one or two others: entries of maps, optionals, references.

use super::form::LogicalForm;
use super::object::Object;
use crate::value::Value;

pub(super) fn entry(object: &Object, value: &str) -> Option<LogicalForm> {
    Some(LogicalForm::Entry { key: object.reference("key")?, value: object.reference(value)? })
}

pub(super) fn reference(object: &Object) -> Option<LogicalForm> {
    object.reference("referent").map(LogicalForm::Reference)
}

pub(super) fn optional(object: &Object) -> Option<LogicalForm> {
    match object.boolean("isPresent") {
        Some(false) => Some(LogicalForm::Optional(None)),
        Some(true) => object.value("value").map(|value| LogicalForm::Optional(Some(value))),
        None => match object.reference("value")? {
            Value::Null => Some(LogicalForm::Optional(None)),
            value => Some(LogicalForm::Optional(Some(value))),
        },
    }
}
