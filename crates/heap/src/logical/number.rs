//! Boxes, big numbers, bit sets, random numbers.

use super::form::{BigInteger, LogicalForm};
use super::object::Object;
use crate::value::{PrimitiveArray, Value};

/// `Integer` and its like: one field with the value.
pub(super) fn boxed(object: &Object) -> Option<LogicalForm> {
    object.value("value").filter(|value| !is_reference(*value)).map(LogicalForm::Boxed)
}

pub(super) fn big_integer(object: &Object) -> Option<LogicalForm> {
    integer(object).map(LogicalForm::BigInteger)
}

fn integer(object: &Object) -> Option<BigInteger> {
    let PrimitiveArray::Int(words) = object.primitives("mag")? else { return None };
    let leading = words.iter().take_while(|word| **word == 0).count();
    let magnitude = words[leading..].iter().map(|word| *word as u32).collect();
    Some(BigInteger { negative: object.int("signum")? < 0, magnitude })
}

/// A small one has its digits in `intCompact`, and perhaps in `intVal` as well.
pub(super) fn big_decimal(object: &Object) -> Option<LogicalForm> {
    const INFLATED: i64 = i64::MIN;
    let unscaled = match object.long("intCompact")? {
        INFLATED => integer(&object.object("intVal")?)?,
        compact => {
            let (high, low) = ((compact.unsigned_abs() >> 32) as u32, compact.unsigned_abs() as u32);
            let magnitude = [high, low].into_iter().skip_while(|word| *word == 0).collect();
            BigInteger { negative: compact < 0, magnitude }
        }
    };
    Some(LogicalForm::BigDecimal { unscaled, scale: object.int("scale")? })
}

pub(super) fn bit_set(object: &Object) -> Option<LogicalForm> {
    let PrimitiveArray::Long(words) = object.primitives("words")? else { return None };
    let mut words: Vec<u64> =
        words.get(..object.size("wordsInUse")?)?.iter().map(|word| *word as u64).collect();
    while words.last() == Some(&0) {
        words.pop();
    }
    Some(LogicalForm::BitSet(words))
}

pub(super) fn random(object: &Object) -> Option<LogicalForm> {
    let gaussian = match (object.boolean("haveNextNextGaussian")?, object.value("nextNextGaussian")?) {
        (true, Value::Double(bits)) => Some(bits),
        _ => None,
    };
    Some(LogicalForm::Random { seed: object.object("seed")?.long("value")?, gaussian })
}

fn is_reference(value: Value) -> bool {
    matches!(value, Value::Null | Value::Reference(_))
}
