//! Operators on terms: what can be computed is computed, the rest becomes a larger term.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::term::{BinaryOperator as B, Constant, Term, UnaryOperator};

/// Terms with more parts than this become [`Term::Unknown`]: nobody can use them, and shared parts could
/// make them exponentially large.
const MAX_PARTS: usize = 200;

pub(super) fn int(value: i32) -> Term {
    Term::Constant(Constant::Int(value))
}

/// What `Int` division does to a divisor that is a constant: nothing can be divided by zero.
pub(super) enum Divided {
    Term(Term),
    ByZero,
}

pub(super) fn unary(operator: UnaryOperator, operand: &Term) -> Term {
    if let Term::Constant(constant) = operand
        && let Some(folded) = unary_constant(operator, constant)
    {
        return Term::Constant(folded);
    }
    match operand {
        Term::Unknown => Term::Unknown,
        _ => bounded(Term::Unary(operator, Rc::new(operand.clone()))),
    }
}

pub(super) fn binary(operator: B, left: &Term, right: &Term) -> Divided {
    if matches!(operator, B::Divide | B::Remainder)
        && matches!(right, Term::Constant(Constant::Int(0) | Constant::Long(0)))
    {
        return Divided::ByZero;
    }
    if let (Term::Constant(left), Term::Constant(right)) = (left, right)
        && let Some(folded) = binary_constant(operator, left, right)
    {
        return Divided::Term(Term::Constant(folded));
    }
    if matches!(left, Term::Unknown) || matches!(right, Term::Unknown) {
        return Divided::Term(Term::Unknown);
    }
    // `x + 0` is what unrolled loops leave behind.
    if let (B::Add | B::Subtract | B::Or | B::Xor, Term::Constant(Constant::Int(0) | Constant::Long(0))) =
        (operator, right)
    {
        return Divided::Term(left.clone());
    }
    Divided::Term(bounded(Term::Binary(operator, Rc::new(left.clone()), Rc::new(right.clone()))))
}

/// The term, or [`Term::Unknown`] if it is too large.
pub(super) fn bounded(term: Term) -> Term {
    let mut left = MAX_PARTS;
    if is_within(&term, &mut left) { term } else { Term::Unknown }
}

fn is_within(term: &Term, left: &mut usize) -> bool {
    let Some(rest) = left.checked_sub(1) else { return false };
    *left = rest;
    match term {
        Term::Field(part, _) | Term::Unary(_, part) | Term::InstanceOf(part, _) | Term::ArrayLength(part) => {
            is_within(part, left)
        }
        Term::Binary(_, one, other) | Term::Element(one, other) => {
            is_within(one, left) && is_within(other, left)
        }
        Term::Lambda { captured: parts, .. } | Term::Concatenation(parts) => {
            parts.iter().all(|part| is_within(part, left))
        }
        Term::Receiver
        | Term::Parameter(_)
        | Term::Constant(_)
        | Term::StaticField(_)
        | Term::Fresh(_)
        | Term::Result(_)
        | Term::Unknown => true,
    }
}

fn unary_constant(operator: UnaryOperator, operand: &Constant) -> Option<Constant> {
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

fn binary_constant(operator: B, left: &Constant, right: &Constant) -> Option<Constant> {
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

/// The value of a field or array element that was never written, by the first letter of its type.
pub(super) fn default_value(letter: u8) -> Term {
    Term::Constant(match letter {
        b'J' => Constant::Long(0),
        b'F' => Constant::Float(0),
        b'D' => Constant::Double(0),
        b'L' | b'[' => Constant::Null,
        _ => Constant::Int(0),
    })
}

/// Whether a term is, or has in it, something that nothing is known of.
pub(super) fn is_vague(term: &Term) -> bool {
    mentions(term, &|part| matches!(part, Term::Unknown))
}

/// Whether some part of a term is as asked.
pub(super) fn mentions(term: &Term, asked: &impl Fn(&Term) -> bool) -> bool {
    asked(term)
        || match term {
            Term::Field(part, _)
            | Term::Unary(_, part)
            | Term::InstanceOf(part, _)
            | Term::ArrayLength(part) => mentions(part, asked),
            Term::Binary(_, one, other) | Term::Element(one, other) => {
                mentions(one, asked) || mentions(other, asked)
            }
            Term::Lambda { captured: parts, .. } | Term::Concatenation(parts) => {
                parts.iter().any(|part| mentions(part, asked))
            }
            _ => false,
        }
}
