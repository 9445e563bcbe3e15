//! Primitive values as literals.

use reenact_heap::Value;
use reenact_java::model::{Expression, Literal};

use super::Typed;
use crate::types::Ty;

/// A primitive or null as an expression; a reference is none.
pub(crate) fn literal(value: Value) -> Option<Typed> {
    let (literal, letter) = match value {
        Value::Null => return Some(Typed::new(Expression::null(), Ty::Unknown)),
        Value::Reference(_) => return None,
        Value::Boolean(value) => (Literal::Boolean(value), b'Z'),
        Value::Byte(value) => (Literal::Byte(value), b'B'),
        Value::Char(value) => (Literal::Char(value), b'C'),
        Value::Short(value) => (Literal::Short(value), b'S'),
        Value::Int(value) => (Literal::Int(value), b'I'),
        Value::Long(value) => (Literal::Long(value), b'J'),
        Value::Float(bits) => (Literal::Float(bits), b'F'),
        Value::Double(bits) => (Literal::Double(bits), b'D'),
    };
    Some(Typed::new(literal.into(), Ty::Primitive(letter)))
}

/// The literal where an assignment narrows constants by itself (JLS 5.2): a field, a declared variable, an
/// element of an array initialiser.
pub(super) fn narrowed(expression: Expression) -> Expression {
    match expression {
        Expression::Literal(Literal::Byte(value)) => Expression::int(value.into()),
        Expression::Literal(Literal::Short(value)) => Expression::int(value.into()),
        other => other,
    }
}
