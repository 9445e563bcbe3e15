//! Boxes, big numbers and bit sets.

use reenact_heap::Value;
use reenact_heap::logical::BigInteger;

use super::bytes::LARGEST_ARRAY;
use super::expression::{call, factory, inline, int, long, new, text, value};
use super::{Filling, Shape, Target};
use crate::plan::{Making, Operand, Reason};

/// In words of 32 bits: some ten thousand digits, too many to read in a test.
const MOST_WORDS: usize = 1024;

/// `Integer.valueOf(5)`: where Java boxes by itself, the number alone will do.
pub(super) fn boxed(target: &Target<'_, '_>, held: Value) -> Option<Shape> {
    let class = target.class;
    let parameter = match (class.rsplit('/').next()?, held) {
        ("Boolean", Value::Boolean(_)) => "Z",
        ("Byte", Value::Byte(_)) => "B",
        ("Character", Value::Char(_)) => "C",
        ("Short", Value::Short(_)) => "S",
        ("Integer", Value::Int(_)) => "I",
        ("Long", Value::Long(_)) => "J",
        ("Float", Value::Float(_)) => "F",
        ("Double", Value::Double(_)) => "D",
        _ => return None,
    };
    Some(Shape::of(factory(class, "valueOf", &format!("({parameter})L{class};"), vec![value(held)])))
}

pub(super) fn big_integer(number: &BigInteger) -> Result<Option<Shape>, Reason> {
    Ok(integer(number)?.map(Shape::of))
}

fn integer(number: &BigInteger) -> Result<Option<Making>, Reason> {
    const CLASS: &str = "java/math/BigInteger";
    if number.magnitude.len() > MOST_WORDS {
        return Err(Reason::TooBig);
    }
    // A negative zero is damage.
    if number.negative && number.magnitude.is_empty() {
        return Ok(None);
    }
    Ok(Some(match small(number) {
        Some(small) => factory(CLASS, "valueOf", "(J)Ljava/math/BigInteger;", vec![long(small)]),
        None => new(CLASS, "(Ljava/lang/String;)V", vec![text(&number.to_decimal())]),
    }))
}

fn small(number: &BigInteger) -> Option<i64> {
    (number.magnitude.len() <= 2).then(|| number.to_decimal().parse().ok()).flatten()
}

/// `new BigDecimal("12.50")` wherever the text has as many digits as the number.
pub(super) fn big_decimal(unscaled: &BigInteger, scale: i32) -> Result<Option<Shape>, Reason> {
    const CLASS: &str = "java/math/BigDecimal";
    let Some(integer) = integer(unscaled)? else { return Ok(None) };
    Ok(Some(Shape::of(match (usize::try_from(scale), small(unscaled)) {
        (Ok(scale @ 0..=40), _) => {
            let text_of = plain(&unscaled.to_decimal(), scale);
            new(CLASS, "(Ljava/lang/String;)V", vec![text(&text_of)])
        }
        (_, Some(small)) => {
            factory(CLASS, "valueOf", "(JI)Ljava/math/BigDecimal;", vec![long(small), int(scale)])
        }
        _ => new(CLASS, "(Ljava/math/BigInteger;I)V", vec![inline(integer), int(scale)]),
    })))
}

/// Digits with a point before the last `scale` of them.
fn plain(digits: &str, scale: usize) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    if scale == 0 {
        return format!("{sign}{digits}");
    }
    let digits = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    format!("{sign}{whole}.{fraction}")
}

/// A few ranges of bits are set by name, many are written as words.
pub(super) fn bit_set(target: &Target<'_, '_>, words: &[u64]) -> Shape {
    let calls = bits(words);
    if calls.len() > 8 && words.len() <= LARGEST_ARRAY && target.is_compact() {
        let elements: Vec<Operand> = words.iter().map(|word| long(*word as i64)).collect();
        let array = inline(Making::Array { descriptor: "[J".into(), elements });
        return Shape::of(factory(BIT_SET, "valueOf", "([J)Ljava/util/BitSet;", vec![array]));
    }
    Shape::of(new(BIT_SET, "()V", vec![])).with(calls)
}

const BIT_SET: &str = "java/util/BitSet";

/// A call for each range of bits that are set.
pub(super) fn bits(words: &[u64]) -> Vec<Filling> {
    let count = i32::try_from(words.len().saturating_mul(64)).unwrap_or(i32::MAX);
    let is_set = |at: i32| words[at as usize / 64] >> (at % 64) & 1 == 1;
    let (mut calls, mut at) = (Vec::new(), 0);
    while at < count {
        let end = (at..count).find(|end| !is_set(*end)).unwrap_or(count);
        match end - at {
            0 => {}
            1 => calls.push(call(BIT_SET, "set", "(I)V", vec![int(at)])),
            _ => calls.push(call(BIT_SET, "set", "(II)V", vec![int(at), int(end)])),
        }
        at = end.saturating_add(1);
    }
    calls
}
