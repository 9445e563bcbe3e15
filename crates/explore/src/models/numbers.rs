//! Methods on numbers and their boxes.

use std::cmp::Ordering;

use crate::input::Value;

/// A method on numbers, or a condition under which one does not throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberModel {
    /// `valueOf`, by the letter of the number.
    Box(u8),
    /// `intValue` and its kin, by the letter of the result.
    Unbox(u8),
    /// `parseInt` and `parseLong`, by the letter of the result.
    Parse(u8),
    /// `valueOf` of a text.
    ParseBoxed(u8),
    ParseBoolean,
    Compare,
    CompareBoxes,
    Abs,
    Max,
    Min,
    Sum,
    Subtract,
    Signum,
    BitCount,
    Same,
    AddExact,
    SubtractExact,
    MultiplyExact,
    NegateExact,
    ToIntExact,
    FloorMod,
    FloorDiv,
    Sqrt,
    Floor,
    Ceil,
    Round,
    Power,
    IsNan,
    IsInfinite,
    /// A text can be parsed.
    IsParsable(u8),
    /// `addExact` and its kin do not overflow.
    Fits(Exact),
}

/// An operation that throws if it overflows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exact {
    Add,
    Subtract,
    Multiply,
    Negate,
    ToInt,
}

impl Exact {
    /// The exact result.
    fn compute(self, left: i64, right: i64) -> i128 {
        let (left, right) = (i128::from(left), i128::from(right));
        match self {
            Exact::Add => left + right,
            Exact::Subtract => left - right,
            Exact::Multiply => left * right,
            Exact::Negate => -left,
            Exact::ToInt => left,
        }
    }
}

impl NumberModel {
    pub fn check(self) -> Option<NumberModel> {
        use NumberModel as N;
        Some(match self {
            N::Parse(letter) | N::ParseBoxed(letter) => N::IsParsable(letter),
            other => N::Fits(other.exact()?),
        })
    }

    /// The operation that throws if it overflows.
    pub fn exact(self) -> Option<Exact> {
        use NumberModel as N;
        Some(match self {
            N::AddExact => Exact::Add,
            N::SubtractExact => Exact::Subtract,
            N::MultiplyExact => Exact::Multiply,
            N::NegateExact => Exact::Negate,
            N::ToIntExact => Exact::ToInt,
            _ => return None,
        })
    }

    pub fn apply(self, arguments: &[Value]) -> Option<Value> {
        use NumberModel as N;
        let flag = |holds: bool| Some(Value::Int(holds.into()));
        match (self, arguments) {
            (N::Box(letter), [number]) => return Some(Value::Boxed(letter, Box::new(number.clone()))),
            (N::Unbox(letter), [Value::Boxed(_, number)]) => return converted(number, letter),
            (N::Parse(letter), [Value::Text(text)]) => return parsed(text, letter),
            (N::ParseBoxed(letter), [Value::Text(text)]) => {
                return Some(Value::Boxed(letter, Box::new(parsed(text, letter)?)));
            }
            (N::IsParsable(letter), [Value::Text(text)]) => return flag(parsed(text, letter).is_some()),
            (N::IsParsable(_), [Value::Null]) => return flag(false),
            (N::ParseBoolean, [Value::Text(text)]) => {
                return flag(String::from_utf16_lossy(text).eq_ignore_ascii_case("true"));
            }
            (N::ParseBoolean, [Value::Null]) => return flag(false),
            (N::CompareBoxes, [Value::Boxed(_, left), Value::Boxed(_, right)]) => {
                return N::Compare.apply(&[(**left).clone(), (**right).clone()]);
            }
            _ => {}
        }
        if let Some(value) = self.whole(arguments) {
            return Some(value);
        }
        self.real(arguments)
    }

    /// The result for whole numbers.
    fn whole(self, arguments: &[Value]) -> Option<Value> {
        use NumberModel as N;
        let is_long = matches!(arguments.first()?, Value::Long(_));
        let number = |value: &Value| match *value {
            Value::Int(value) => Some(i64::from(value)),
            Value::Long(value) => Some(value),
            _ => None,
        };
        let left = number(arguments.first()?)?;
        let right = arguments.get(1).map_or(Some(0), number)?;
        let sized = |value: i64| if is_long { Value::Long(value) } else { Value::Int(value as i32) };
        let fits = |exact: Exact| {
            let value = exact.compute(left, right);
            let is_small = !is_long || exact == Exact::ToInt;
            if is_small { i32::try_from(value).is_ok() } else { i64::try_from(value).is_ok() }
        };
        Some(match self {
            N::Compare => Value::Int(left.cmp(&right) as i32),
            N::Abs => sized(left.wrapping_abs()),
            N::Max => sized(left.max(right)),
            N::Min => sized(left.min(right)),
            N::Sum => sized(left.wrapping_add(right)),
            N::Subtract => sized(left.wrapping_sub(right)),
            N::Signum => Value::Int(left.signum() as i32),
            N::BitCount if is_long => Value::Int(left.count_ones() as i32),
            N::BitCount => Value::Int((left as i32).count_ones() as i32),
            N::Same => sized(left),
            N::FloorMod if right != 0 => {
                sized(left.wrapping_rem(right).wrapping_add(right).wrapping_rem(right))
            }
            N::FloorDiv if right != 0 => sized(
                left.wrapping_div(right)
                    - i64::from(left.wrapping_rem(right) != 0 && (left < 0) != (right < 0)),
            ),
            N::Fits(exact) => Value::Int(fits(exact).into()),
            N::ToIntExact if fits(Exact::ToInt) => Value::Int(left as i32),
            other => match other.exact() {
                Some(exact) if fits(exact) => sized(exact.compute(left, right) as i64),
                _ => return None,
            },
        })
    }

    /// The result for floating-point numbers.
    fn real(self, arguments: &[Value]) -> Option<Value> {
        use NumberModel as N;
        let is_double = matches!(arguments.first()?, Value::Double(_));
        let number = |value: &Value| match *value {
            Value::Float(bits) => Some(f64::from(f32::from_bits(bits))),
            Value::Double(bits) => Some(f64::from_bits(bits)),
            _ => None,
        };
        let left = number(arguments.first()?)?;
        let right = arguments.get(1).map_or(Some(0.0), number)?;
        let sized = |value: f64| match is_double {
            true => Value::Double(value.to_bits()),
            false => Value::Float((value as f32).to_bits()),
        };
        // Java's `max` and `min` know NaN, and -0 is less than 0.
        let ordered = |greater: bool| match left.is_nan() || right.is_nan() {
            true => f64::NAN,
            false if (left.total_cmp(&right) == Ordering::Greater) == greater => left,
            false => right,
        };
        Some(match self {
            N::Compare => Value::Int(canonical(left).total_cmp(&canonical(right)) as i32),
            N::Abs => sized(left.abs()),
            N::Max => sized(ordered(true)),
            N::Min => sized(ordered(false)),
            N::Sqrt => sized(left.sqrt()),
            N::Floor => sized(left.floor()),
            N::Ceil => sized(left.ceil()),
            N::Round if is_double => Value::Long((left + 0.5).floor() as i64),
            N::Round => Value::Int((left + 0.5).floor() as i32),
            N::Signum => sized(if left == 0.0 || left.is_nan() { left } else { left.signum() }),
            N::Power => sized(left.powf(right)),
            N::IsNan => Value::Int(left.is_nan().into()),
            N::IsInfinite => Value::Int(left.is_infinite().into()),
            _ => return None,
        })
    }
}

/// There is one NaN for `Double.compare`, the greatest.
fn canonical(value: f64) -> f64 {
    if value.is_nan() { f64::NAN.abs() } else { value }
}

/// A number of a box as another type.
fn converted(number: &Value, letter: u8) -> Option<Value> {
    Some(match (number, letter) {
        (Value::Int(value), b'J') => Value::Long((*value).into()),
        (Value::Int(value), b'D') => Value::Double(f64::from(*value).to_bits()),
        (Value::Int(_), b'F') => return None,
        (Value::Int(value), b'B') => Value::Int((*value as i8).into()),
        (Value::Int(value), b'S') => Value::Int((*value as i16).into()),
        (Value::Int(value), _) => Value::Int(*value),
        (Value::Long(value), b'I') => Value::Int(*value as i32),
        (Value::Long(value), b'J') => Value::Long(*value),
        (Value::Double(bits), b'D') => Value::Double(*bits),
        (Value::Double(bits), b'I') => Value::Int(f64::from_bits(*bits) as i32),
        (Value::Double(bits), b'J') => Value::Long(f64::from_bits(*bits) as i64),
        (Value::Float(bits), b'F') => Value::Float(*bits),
        _ => return None,
    })
}

/// The number that a text shows, as `parseInt` reads it.
fn parsed(text: &[u16], letter: u8) -> Option<Value> {
    let text = String::from_utf16(text).ok()?;
    match letter {
        b'J' => text.parse().ok().map(Value::Long),
        _ => text.parse().ok().map(Value::Int),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Protects the search from models that differ from Java at the ends of ranges.
    #[test]
    fn numbers_are_as_java_has_them() {
        use NumberModel as N;
        let (int, long) = (Value::Int, Value::Long);
        let text = |text: &str| Value::Text(text.encode_utf16().collect());
        let cases: &[(N, &[Value], Option<Value>)] = &[
            (N::Abs, &[int(i32::MIN)], Some(int(i32::MIN))),
            (N::AddExact, &[int(i32::MAX), int(1)], None),
            (N::Fits(Exact::Add), &[int(i32::MAX), int(1)], Some(int(0))),
            (N::Fits(Exact::Multiply), &[long(i64::MAX), long(2)], Some(int(0))),
            (N::ToIntExact, &[long(7)], Some(int(7))),
            (N::FloorMod, &[int(-7), int(3)], Some(int(2))),
            (N::FloorDiv, &[int(-7), int(3)], Some(int(-3))),
            (N::Parse(b'I'), &[text("+7")], Some(int(7))),
            (N::Parse(b'I'), &[text("2147483648")], None),
            (N::IsParsable(b'I'), &[text("")], Some(int(0))),
            (N::IsParsable(b'I'), &[text("-")], Some(int(0))),
            (N::Unbox(b'J'), &[Value::Boxed(b'I', Box::new(int(3)))], Some(long(3))),
            (
                N::Max,
                &[Value::Double(0f64.to_bits()), Value::Double((-0f64).to_bits())],
                Some(Value::Double(0)),
            ),
        ];
        for (model, arguments, expected) in cases {
            assert_eq!(model.apply(arguments), *expected, "{model:?} {arguments:?}");
        }
    }
}
