//! Arithmetic of the JVM, forwards and backwards.

use std::cmp::Ordering;

use reenact_flow::term::BinaryOperator;

use crate::want::Datum;

/// The order of two numbers of one kind. Floating-point numbers are compared by `Compare` alone.
pub(super) fn compare(one: &Datum, two: &Datum) -> Option<Ordering> {
    match (one, two) {
        (Datum::Int(one), Datum::Int(two)) => Some(one.cmp(two)),
        (Datum::Long(one), Datum::Long(two)) => Some(one.cmp(two)),
        (Datum::Float(one), Datum::Float(two)) => f32::from_bits(*one).partial_cmp(&f32::from_bits(*two)),
        (Datum::Double(one), Datum::Double(two)) => f64::from_bits(*one).partial_cmp(&f64::from_bits(*two)),
        _ => None,
    }
}

pub(super) fn negate(of: &Datum) -> Option<Datum> {
    Some(match of {
        Datum::Int(value) => Datum::Int(value.wrapping_neg()),
        Datum::Long(value) => Datum::Long(value.wrapping_neg()),
        Datum::Float(bits) => Datum::Float((-f32::from_bits(*bits)).to_bits()),
        Datum::Double(bits) => Datum::Double((-f64::from_bits(*bits)).to_bits()),
        _ => return None,
    })
}

/// Conversions saturate from floating point and wrap among integers, in Rust as in Java.
pub(super) fn convert(of: &Datum, _from: char, to: char) -> Option<Datum> {
    let long = match of {
        Datum::Int(value) => i64::from(*value),
        Datum::Long(value) => *value,
        Datum::Float(bits) => return convert_real(f64::from(f32::from_bits(*bits)), to),
        Datum::Double(bits) => return convert_real(f64::from_bits(*bits), to),
        _ => return None,
    };
    Some(match to {
        'B' => Datum::Int((long as i8).into()),
        'C' => Datum::Int((long as u16).into()),
        'S' => Datum::Int((long as i16).into()),
        'I' => Datum::Int(long as i32),
        'J' => Datum::Long(long),
        'F' => Datum::Float((long as f32).to_bits()),
        'D' => Datum::Double((long as f64).to_bits()),
        _ => return None,
    })
}

fn convert_real(value: f64, to: char) -> Option<Datum> {
    Some(match to {
        'I' => Datum::Int(value as i32),
        'J' => Datum::Long(value as i64),
        'F' => Datum::Float((value as f32).to_bits()),
        'D' => Datum::Double(value.to_bits()),
        _ => return None,
    })
}

pub(super) fn compute(operator: BinaryOperator, one: &Datum, two: &Datum) -> Option<Datum> {
    use BinaryOperator as B;
    if let B::Compare { nan_is_less } = operator {
        let unordered = if nan_is_less { -1 } else { 1 };
        let order = compare(one, two).map_or(unordered, |order| order as i32);
        return matches!((one, two), (Datum::Long(_), _) | (Datum::Float(_), _) | (Datum::Double(_), _))
            .then_some(Datum::Int(order));
    }
    Some(match (one, two) {
        (Datum::Int(a), Datum::Int(b)) => Datum::Int(match operator {
            B::Add => a.wrapping_add(*b),
            B::Subtract => a.wrapping_sub(*b),
            B::Multiply => a.wrapping_mul(*b),
            B::Divide => a.checked_div(*b).or((*b == -1).then_some(i32::MIN))?,
            B::Remainder => a.checked_rem(*b).or((*b == -1).then_some(0))?,
            B::ShiftLeft => a.wrapping_shl(*b as u32),
            B::ShiftRight => a.wrapping_shr(*b as u32),
            B::UnsignedShiftRight => (*a as u32).wrapping_shr(*b as u32) as i32,
            B::And => a & b,
            B::Or => a | b,
            B::Xor => a ^ b,
            B::Compare { .. } => return None,
        }),
        (Datum::Long(a), Datum::Int(b)) => Datum::Long(match operator {
            B::ShiftLeft => a.wrapping_shl(*b as u32),
            B::ShiftRight => a.wrapping_shr(*b as u32),
            B::UnsignedShiftRight => (*a as u64).wrapping_shr(*b as u32) as i64,
            _ => return None,
        }),
        (Datum::Long(a), Datum::Long(b)) => Datum::Long(match operator {
            B::Add => a.wrapping_add(*b),
            B::Subtract => a.wrapping_sub(*b),
            B::Multiply => a.wrapping_mul(*b),
            B::Divide => a.checked_div(*b).or((*b == -1).then_some(i64::MIN))?,
            B::Remainder => a.checked_rem(*b).or((*b == -1).then_some(0))?,
            B::And => a & b,
            B::Or => a | b,
            B::Xor => a ^ b,
            _ => return None,
        }),
        (Datum::Float(a), Datum::Float(b)) => {
            Datum::Float(real(operator, f32::from_bits(*a), f32::from_bits(*b))?.to_bits())
        }
        (Datum::Double(a), Datum::Double(b)) => {
            Datum::Double(real(operator, f64::from_bits(*a), f64::from_bits(*b))?.to_bits())
        }
        _ => return None,
    })
}

/// The result where one operand decides it, whatever the other one is.
pub(super) fn absorbed(operator: BinaryOperator, one: &Datum) -> Option<Datum> {
    let is_zero = matches!(one, Datum::Int(0) | Datum::Long(0));
    (is_zero && matches!(operator, BinaryOperator::And | BinaryOperator::Multiply)).then(|| one.clone())
}

/// The operators that floating-point numbers have.
fn real<T>(operator: BinaryOperator, a: T, b: T) -> Option<T>
where
    T: std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>
        + std::ops::Div<Output = T>
        + std::ops::Rem<Output = T>,
{
    Some(match operator {
        BinaryOperator::Add => a + b,
        BinaryOperator::Subtract => a - b,
        BinaryOperator::Multiply => a * b,
        BinaryOperator::Divide => a / b,
        BinaryOperator::Remainder => a % b,
        _ => return None,
    })
}

/// The `x` for which `x operator known` is the result, or `known operator x` if `x` stands on the right.
/// The caller computes forwards again: an inverse need not exist, and rounding may lose it.
pub(super) fn invert(
    operator: BinaryOperator,
    result: &Datum,
    known: &Datum,
    is_on_the_right: bool,
) -> Option<Datum> {
    use BinaryOperator as B;
    let found = match (operator, is_on_the_right) {
        (B::Add, _) => compute(B::Subtract, result, known)?,
        (B::Subtract, false) => compute(B::Add, result, known)?,
        (B::Subtract, true) => compute(B::Subtract, known, result)?,
        (B::Multiply, _) => compute(B::Divide, result, known)?,
        (B::Divide, false) => compute(B::Multiply, result, known)?,
        (B::Xor, _) => compute(B::Xor, result, known)?,
        (B::ShiftLeft, false) => compute(B::ShiftRight, result, known)?,
        // `flags & MASK`, `bits | FLAG`: the result itself is such a number.
        (B::And | B::Or, _) => result.clone(),
        _ => return None,
    };
    let again =
        if is_on_the_right { compute(operator, known, &found) } else { compute(operator, &found, known) };
    (again.as_ref() == Some(result)).then_some(found)
}

/// The number that converts to another.
pub(super) fn invert_conversion(result: &Datum, from: char, to: char) -> Option<Datum> {
    let back = convert(result, to, from)?;
    (convert(&back, from, to).as_ref() == Some(result)).then_some(back)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = i64> {
        prop_oneof![-3i64..4, any::<i64>(), any::<i32>().prop_map(i64::from)]
    }

    const OPERATORS: [BinaryOperator; 9] = [
        BinaryOperator::Add,
        BinaryOperator::Subtract,
        BinaryOperator::Multiply,
        BinaryOperator::Divide,
        BinaryOperator::ShiftLeft,
        BinaryOperator::And,
        BinaryOperator::Or,
        BinaryOperator::Xor,
        BinaryOperator::Remainder,
    ];

    proptest! {
        /// A found operand gives the result; and where a plain sum or difference was computed, something is found.
        #[test]
        fn an_inverse_computes_forwards(x in number(), known in number(), at in 0usize..9, right in any::<bool>()) {
            let operator = OPERATORS[at];
            for (x, known) in [
                (Datum::Long(x), Datum::Long(known)),
                (Datum::Int(x as i32), Datum::Int(known as i32)),
                (Datum::Double((x as f64).to_bits()), Datum::Double((known as f64).to_bits())),
            ] {
                let (one, two) = if right { (&known, &x) } else { (&x, &known) };
                let Some(result) = compute(operator, one, two) else { continue };
                let found = invert(operator, &result, &known, right);
                if let Some(found) = &found {
                    let (one, two) = if right { (&known, found) } else { (found, &known) };
                    prop_assert_eq!(compute(operator, one, two), Some(result));
                } else {
                    let is_exact = !matches!(x, Datum::Double(_));
                    let must = matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Xor);
                    prop_assert!(!(is_exact && must), "{:?} {:?} {:?}", operator, x, known);
                }
            }
        }

        #[test]
        fn a_conversion_is_undone_where_nothing_was_lost(x in any::<i32>()) {
            let wide = convert(&Datum::Int(x), 'I', 'J').unwrap();
            prop_assert_eq!(invert_conversion(&wide, 'I', 'J'), Some(Datum::Int(x)));
            let real = convert(&Datum::Int(x), 'I', 'D').unwrap();
            prop_assert_eq!(invert_conversion(&real, 'I', 'D'), Some(Datum::Int(x)));
        }
    }

    #[test]
    fn the_jvm_divides_and_compares_like_this() {
        let int = |operator, a, b| compute(operator, &Datum::Int(a), &Datum::Int(b));
        assert_eq!(int(BinaryOperator::Divide, i32::MIN, -1), Some(Datum::Int(i32::MIN)));
        assert_eq!(int(BinaryOperator::Divide, 1, 0), None, "an exception is not a value");
        assert_eq!(int(BinaryOperator::Remainder, i32::MIN, -1), Some(Datum::Int(0)));
        let nan = Datum::Double(f64::NAN.to_bits());
        let compare = |nan_is_less| BinaryOperator::Compare { nan_is_less };
        assert_eq!(compute(compare(true), &nan, &nan), Some(Datum::Int(-1)));
        assert_eq!(compute(compare(false), &nan, &nan), Some(Datum::Int(1)));
    }
}
