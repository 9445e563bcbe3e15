//! Operators on terms: what can be computed is computed, the rest becomes a larger term.

use std::cmp::Ordering;

use crate::term::{BinaryOperator as B, Constant, Term, TermId, Terms, UnaryOperator};

/// The result of an operator that may divide by a constant zero.
pub(super) enum Divided {
    Term(TermId),
    ByZero,
}

pub(super) fn unary(terms: &mut Terms, operator: UnaryOperator, operand: TermId) -> TermId {
    if let Term::Constant(constant) = &terms[operand]
        && let Some(folded) = unary_constant(operator, constant)
    {
        return terms.constant(folded);
    }
    let term = terms.unary(operator, operand);
    if terms.is_unknown(operand) { Terms::unknown(terms.kind(term)) } else { term }
}

pub(super) fn binary(terms: &mut Terms, operator: B, left: TermId, right: TermId) -> Divided {
    let divides = matches!(operator, B::Divide | B::Remainder);
    if divides && matches!(terms[right], Term::Constant(Constant::Int(0) | Constant::Long(0))) {
        return Divided::ByZero;
    }
    if let (Term::Constant(left), Term::Constant(right)) = (&terms[left], &terms[right])
        && let Some(folded) = binary_constant(operator, left, right)
    {
        return Divided::Term(terms.constant(folded));
    }
    let is_unknown = terms.is_unknown(left) || terms.is_unknown(right);
    // `x + 0` is what unrolled loops leave behind.
    if let (
        false,
        B::Add | B::Subtract | B::Or | B::Xor,
        Term::Constant(Constant::Int(0) | Constant::Long(0)),
    ) = (is_unknown, operator, &terms[right])
    {
        return Divided::Term(left);
    }
    let term = terms.binary(operator, left, right);
    Divided::Term(if is_unknown { Terms::unknown(terms.kind(term)) } else { term })
}

/// Computes a constant from another one, as the JVM does; `None` if the operator does not take it.
pub fn unary_constant(operator: UnaryOperator, operand: &Constant) -> Option<Constant> {
    use Constant::{Double, Float, Int, Long};
    let float = |bits: u32| f32::from_bits(bits);
    let double = |bits: u64| f64::from_bits(bits);
    Some(match (operator, operand) {
        (UnaryOperator::Negate, &Int(value)) => Int(value.wrapping_neg()),
        (UnaryOperator::Negate, &Long(value)) => Long(value.wrapping_neg()),
        (UnaryOperator::Negate, &Float(bits)) => Float((-float(bits)).to_bits()),
        (UnaryOperator::Negate, &Double(bits)) => Double((-double(bits)).to_bits()),
        (UnaryOperator::Convert(_, to), &Int(value)) => match to {
            'J' => Long(value.into()),
            'F' => Float((value as f32).to_bits()),
            'D' => Double(f64::from(value).to_bits()),
            'B' => Int((value as i8).into()),
            'C' => Int((value as u16).into()),
            'S' => Int((value as i16).into()),
            _ => return None,
        },
        (UnaryOperator::Convert(_, to), &Long(value)) => match to {
            'I' => Int(value as i32),
            'F' => Float((value as f32).to_bits()),
            'D' => Double((value as f64).to_bits()),
            _ => return None,
        },
        // Rust's `as` saturates and turns NaN into 0, as JLS 5.1.3 wants.
        (UnaryOperator::Convert(_, to), &Float(bits)) => match to {
            'I' => Int(float(bits) as i32),
            'J' => Long(float(bits) as i64),
            'D' => Double(f64::from(float(bits)).to_bits()),
            _ => return None,
        },
        (UnaryOperator::Convert(_, to), &Double(bits)) => match to {
            'I' => Int(double(bits) as i32),
            'J' => Long(double(bits) as i64),
            'F' => Float((double(bits) as f32).to_bits()),
            _ => return None,
        },
        _ => return None,
    })
}

/// Computes a constant from two others, as the JVM does; `None` if the operator does not take them, or divides by zero.
pub fn binary_constant(operator: B, left: &Constant, right: &Constant) -> Option<Constant> {
    use Constant::{Double, Float, Int, Long};
    Some(match (left, right) {
        (&Int(a), &Int(b)) => Int(match operator {
            B::Add => a.wrapping_add(b),
            B::Subtract => a.wrapping_sub(b),
            B::Multiply => a.wrapping_mul(b),
            B::Divide => (b != 0).then(|| a.wrapping_div(b))?,
            B::Remainder => (b != 0).then(|| a.wrapping_rem(b))?,
            B::ShiftLeft => a.wrapping_shl(b as u32),
            B::ShiftRight => a.wrapping_shr(b as u32),
            B::UnsignedShiftRight => (a as u32).wrapping_shr(b as u32) as i32,
            B::And => a & b,
            B::Or => a | b,
            B::Xor => a ^ b,
            B::Compare { .. } => return None,
        }),
        (&Long(a), &Int(b)) => Long(match operator {
            B::ShiftLeft => a.wrapping_shl(b as u32),
            B::ShiftRight => a.wrapping_shr(b as u32),
            B::UnsignedShiftRight => (a as u64).wrapping_shr(b as u32) as i64,
            _ => return None,
        }),
        (&Long(a), &Long(b)) => Long(match operator {
            B::Add => a.wrapping_add(b),
            B::Subtract => a.wrapping_sub(b),
            B::Multiply => a.wrapping_mul(b),
            B::Divide => (b != 0).then(|| a.wrapping_div(b))?,
            B::Remainder => (b != 0).then(|| a.wrapping_rem(b))?,
            B::And => a & b,
            B::Or => a | b,
            B::Xor => a ^ b,
            B::Compare { .. } => return Some(Int(a.cmp(&b) as i32)),
            _ => return None,
        }),
        (&Float(a), &Float(b)) => {
            let (a, b) = (f32::from_bits(a), f32::from_bits(b));
            Float(match operator {
                B::Add => (a + b).to_bits(),
                B::Subtract => (a - b).to_bits(),
                B::Multiply => (a * b).to_bits(),
                B::Divide => (a / b).to_bits(),
                B::Remainder => (a % b).to_bits(),
                B::Compare { nan_is_less } => return Some(Int(compared(a.partial_cmp(&b), nan_is_less))),
                _ => return None,
            })
        }
        (&Double(a), &Double(b)) => {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            Double(match operator {
                B::Add => (a + b).to_bits(),
                B::Subtract => (a - b).to_bits(),
                B::Multiply => (a * b).to_bits(),
                B::Divide => (a / b).to_bits(),
                B::Remainder => (a % b).to_bits(),
                B::Compare { nan_is_less } => return Some(Int(compared(a.partial_cmp(&b), nan_is_less))),
                _ => return None,
            })
        }
        _ => return None,
    })
}

fn compared(order: Option<Ordering>, nan_is_less: bool) -> i32 {
    order.map_or(if nan_is_less { -1 } else { 1 }, |order| order as i32)
}
