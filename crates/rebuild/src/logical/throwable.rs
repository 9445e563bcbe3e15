//! Exceptions and errors of the JDK.

use reenact_heap::{Logical, Value};

use super::expression::{call, new, value};
use super::throwable_table::{Cause, Source, constructors};
use super::{Filling, Shape, Target};
use crate::plan::Operand;

/// The first constructor that leads to the recorded state, for classes of the JDK that are known. What was
/// suppressed is added, and a cause that the constructor does not take is set.
pub(super) fn throwable(
    target: &Target<'_, '_>,
    logical: &Logical<'_>,
    message: Value,
    cause: Option<Value>,
    suppressed: &[Value],
) -> Option<Shape> {
    let mut own: Vec<(&str, Value)> =
        logical.own.iter().map(|(_, field, value)| (&*field.name, *value)).collect();
    if target.class == "java/lang/NullPointerException" {
        own.retain(|(name, value)| !is_unasked(name, *value));
    }
    if target.class.starts_with("javax/naming/") {
        // These keep their cause twice.
        own.retain(|(name, value)| *name != "rootException" || Some(*value) != cause);
    }
    for constructor in constructors(target.class) {
        let argument = |source: &Source| match source {
            Source::Message => Some(message),
            Source::Cause => cause.filter(|cause| !constructor.needs_cause || *cause != Value::Null),
            Source::Own(field) => own.iter().find(|(name, _)| name == field).map(|(_, value)| *value),
        };
        let Some(arguments) = constructor.sources.iter().map(argument).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let is_given = |name: &str| {
            constructor.sources.iter().any(|source| matches!(source, Source::Own(field) if *field == name))
        };
        let is_rest_plain = own.iter().all(|(name, value)| is_given(name) || is_zero(*value));
        let takes_message = message == Value::Null || constructor.sources.contains(&Source::Message);
        let later = match (constructor.cause, cause) {
            (Cause::Taken, Some(_)) | (Cause::Closed, Some(Value::Null)) | (Cause::Open, None) => None,
            (Cause::Open, Some(cause)) => Some(cause),
            _ => continue,
        };
        // Stepwise, a cause is set later wherever it can be.
        let is_early = constructor.cause == Cause::Taken && cause != Some(Value::Null);
        let is_cyclic = is_early && !target.is_compact() && may_be_later(target.class, message);
        if !is_rest_plain || !takes_message || is_cyclic {
            continue;
        }
        let arguments: Vec<Operand> = arguments.into_iter().map(value).collect();
        let set = later.map(|cause| {
            let descriptor = "(Ljava/lang/Throwable;)Ljava/lang/Throwable;";
            call("java/lang/Throwable", "initCause", descriptor, vec![value(cause)])
        });
        let made = new(target.class, constructor.descriptor, arguments);
        return Some(Shape::of(made).with(set).with(suppressions(suppressed)));
    }
    None
}

/// Whether the class has a constructor that leaves the cause open.
fn may_be_later(class: &str, message: Value) -> bool {
    let takes_message = |sources: &[Source]| message == Value::Null || sources.contains(&Source::Message);
    constructors(class)
        .any(|constructor| constructor.cause == Cause::Open && takes_message(constructor.sources))
}

pub(super) fn suppressions(suppressed: &[Value]) -> Vec<Filling> {
    let add = |one: &Value| {
        call("java/lang/Throwable", "addSuppressed", "(Ljava/lang/Throwable;)V", vec![value(*one)])
    };
    suppressed.iter().map(add).collect()
}

/// A null-pointer exception whose message, which the JVM computes (JEP 358), was never asked for.
fn is_unasked(field: &str, value: Value) -> bool {
    matches!((field, value), ("extendedMessageState" | "numStackTracesFilledIn", Value::Int(0 | 1)))
}

fn is_zero(value: Value) -> bool {
    matches!(
        value,
        Value::Null
            | Value::Boolean(false)
            | Value::Byte(0)
            | Value::Char(0)
            | Value::Short(0)
            | Value::Int(0)
            | Value::Long(0)
            | Value::Float(0)
            | Value::Double(0)
    )
}
