//! Exceptions and errors.

use super::form::LogicalForm;
use super::object::Object;
use crate::value::Value;

/// A throwable that is its own cause has none yet. Suppressed ones are in a list; none can be added
/// where the list is null.
pub(super) fn throwable(object: &Object) -> Option<LogicalForm> {
    let cause = match object.reference("cause")? {
        Value::Reference(node) if node == object.node => None,
        cause => Some(cause),
    };
    let suppressed = match object.reference("suppressedExceptions")? {
        Value::Reference(list) => object.forms.elements(list)?,
        _ => Vec::new(),
    };
    Some(LogicalForm::Throwable { message: object.reference("detailMessage")?, cause, suppressed })
}
