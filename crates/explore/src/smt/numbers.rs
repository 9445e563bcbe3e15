//! Methods on numbers as SMT-LIB.

use reenact_flow::term::{BinaryOperator as B, Relation};

use super::arithmetic::{Arithmetic, Width};
use super::encode::{Code, Encoder, Text};
use crate::models::NumberModel as N;
use crate::models::numbers::Exact;

/// Digits of a number that is parsed: one more could overflow.
const MOST_DIGITS: i64 = 9;

pub fn encode(encoder: &mut Encoder<'_>, model: N, codes: &[Code]) -> Option<Code> {
    match (model, codes) {
        (N::Box(letter), [number]) => return Some(Code::Boxed(letter, Box::new(number.clone()))),
        (N::Unbox(letter), [Code::Boxed(own, number)]) => return unboxed(encoder, *own, letter, number),
        (N::CompareBoxes, [Code::Boxed(_, left), Code::Boxed(_, right)]) => {
            return encode(encoder, N::Compare, &[(**left).clone(), (**right).clone()]);
        }
        (N::Parse(letter), [Code::Text(text)]) => return parsed(encoder, text, letter),
        (N::ParseBoxed(letter), [Code::Text(text)]) => {
            return Some(Code::Boxed(letter, Box::new(parsed(encoder, text, letter)?)));
        }
        (N::IsParsable(_), [Code::Text(text)]) => {
            let condition = is_parsable(encoder, text);
            return Some(encoder.flag(condition));
        }
        (N::ParseBoolean, [text @ Code::Text(_)]) => {
            let word = Code::Text(encoder.text(&"true".encode_utf16().collect::<Vec<_>>()));
            return encoder.text_model(crate::models::TextModel::EqualsIgnoreCase, &[text.clone(), word]);
        }
        (N::Same, [number]) => return Some(number.clone()),
        _ => {}
    }
    match codes {
        [Code::Whole(left, width), rest @ ..] => {
            let right = match rest {
                [Code::Whole(right, _)] => right.clone(),
                _ => encoder.arithmetic.number(0, *width),
            };
            whole(encoder, model, left, &right, *width)
        }
        [Code::Real(value, width)] => real(encoder, model, value, *width),
        _ => None,
    }
}

fn whole(encoder: &mut Encoder<'_>, model: N, left: &str, right: &str, width: Width) -> Option<Code> {
    let arithmetic = encoder.arithmetic;
    let sort = arithmetic.sort(width);
    let zero = arithmetic.number(0, width);
    let (operator, left_code, right_code) =
        (|b| b, Code::Whole(left.to_owned(), width), Code::Whole(right.to_owned(), width));
    let compute = |encoder: &mut Encoder<'_>, with: B| {
        encoder.binary(operator(with), left_code.clone(), right_code.clone())
    };
    let choose = |encoder: &mut Encoder<'_>, condition: String, one: &str, other: &str| {
        Some(Code::Whole(encoder.define(&sort, format!("(ite {condition} {one} {other})")), width))
    };
    match model {
        N::Compare => compute(encoder, B::Compare { nan_is_less: false }),
        N::Max => choose(encoder, arithmetic.relation(Relation::Greater, left, right), left, right),
        N::Min => choose(encoder, arithmetic.relation(Relation::Less, left, right), left, right),
        N::Abs => {
            let negated = arithmetic.negated(left);
            choose(encoder, arithmetic.relation(Relation::Less, left, &zero), &negated, left)
        }
        N::Signum => {
            let Code::Whole(order, _) = compute(encoder, B::Compare { nan_is_less: false })? else {
                return None;
            };
            Some(Code::Whole(order, Width::W32))
        }
        N::Sum | N::AddExact => compute(encoder, B::Add),
        N::Subtract | N::SubtractExact => compute(encoder, B::Subtract),
        N::MultiplyExact => compute(encoder, B::Multiply),
        N::NegateExact => Some(Code::Whole(encoder.define(&sort, arithmetic.negated(left)), width)),
        N::ToIntExact => {
            let sort = arithmetic.sort(Width::W32);
            Some(Code::Whole(encoder.define(&sort, arithmetic.converted(left, 'I')?), Width::W32))
        }
        N::FloorMod if arithmetic == Arithmetic::Bits => {
            Some(Code::Whole(encoder.define(&sort, format!("(bvsmod {left} {right})")), width))
        }
        N::Fits(exact) => fits(encoder, exact, left, right, width),
        _ => None,
    }
}

/// Whether an exact result is in the range of its type: computed with twice the bits.
fn fits(encoder: &mut Encoder<'_>, exact: Exact, left: &str, right: &str, width: Width) -> Option<Code> {
    if encoder.arithmetic == Arithmetic::Integers {
        // Integers do not overflow here, so nothing can be said.
        encoder.is_beyond = true;
        return None;
    }
    let bits = if width == Width::W64 { 64 } else { 32 };
    let low_bits = if exact == Exact::ToInt { 32 } else { bits };
    let wide = |value: &str| format!("((_ sign_extend {bits}) {value})");
    let (left, right) = (wide(left), wide(right));
    let result = match exact {
        Exact::Add => format!("(bvadd {left} {right})"),
        Exact::Subtract => format!("(bvsub {left} {right})"),
        Exact::Multiply => format!("(bvmul {left} {right})"),
        Exact::Negate => format!("(bvneg {left})"),
        Exact::ToInt => left,
    };
    let all = 2 * bits;
    let result = encoder.define(&format!("(_ BitVec {all})"), result);
    let low = format!("((_ extract {} 0) {result})", low_bits - 1);
    Some(encoder.flag(format!("(= {result} ((_ sign_extend {}) {low}))", all - low_bits)))
}

fn real(encoder: &mut Encoder<'_>, model: N, value: &str, width: Width) -> Option<Code> {
    let sort = format!("(_ FloatingPoint {})", width.float());
    let expression = match model {
        N::Abs => format!("(fp.abs {value})"),
        N::Sqrt => format!("(fp.sqrt RNE {value})"),
        N::Floor => format!("(fp.roundToIntegral RTN {value})"),
        N::Ceil => format!("(fp.roundToIntegral RTP {value})"),
        N::IsNan => return Some(encoder.flag(format!("(fp.isNaN {value})"))),
        N::IsInfinite => return Some(encoder.flag(format!("(fp.isInfinite {value})"))),
        _ => return None,
    };
    Some(Code::Real(encoder.define(&sort, expression), width))
}

/// A number of a box as another type.
fn unboxed(encoder: &mut Encoder<'_>, own: u8, letter: u8, number: &Code) -> Option<Code> {
    match (own, letter, number) {
        (own, letter, number) if own == letter => Some(number.clone()),
        (b'I' | b'S' | b'B', b'I', number) => Some(number.clone()),
        (b'I' | b'S' | b'B' | b'J', b'J' | b'I', Code::Whole(value, _)) => {
            let width = if letter == b'J' { Width::W64 } else { Width::W32 };
            let sort = encoder.arithmetic.sort(width);
            let converted = encoder.arithmetic.converted(value, letter.into())?;
            Some(Code::Whole(encoder.define(&sort, converted), width))
        }
        _ => None,
    }
}

/// Whether the first character is a sign.
fn has_sign(encoder: &Encoder<'_>, text: &Text) -> Option<String> {
    let first = text.units.first()?;
    Some(format!("(or (= {first} {}) (= {first} {}))", encoder.int(b'-'.into()), encoder.int(b'+'.into())))
}

fn is_parsable(encoder: &mut Encoder<'_>, text: &Text) -> String {
    let Some(has_sign) = has_sign(encoder, text) else { return "false".to_owned() };
    let one = encoder.int(1);
    let several = encoder.relation(Relation::Greater, &text.length, &one);
    let mut all = vec![
        encoder.relation(Relation::GreaterOrEqual, &text.length, &one),
        encoder.relation(Relation::LessOrEqual, &text.length, &encoder.int(MOST_DIGITS)),
    ];
    for (at, unit) in text.units.iter().enumerate() {
        let is_digit = encoder.within(unit, &[(b'0', b'9')]);
        let is_beyond = encoder.relation(Relation::LessOrEqual, &text.length, &encoder.int(at as i64));
        all.push(match at {
            0 => format!("(or {is_digit} (and {has_sign} {several}))"),
            _ => format!("(or {is_beyond} {is_digit})"),
        });
    }
    format!("(and {})", all.join(" "))
}

/// The number that a text shows, provided that it shows one.
fn parsed(encoder: &mut Encoder<'_>, text: &Text, letter: u8) -> Option<Code> {
    let has_sign = has_sign(encoder, text)?;
    let mut sum = encoder.int(0);
    for (at, unit) in text.units.iter().enumerate().take(MOST_DIGITS as usize) {
        let ten = encoder.arithmetic.binary(B::Multiply, Width::W32, &sum, &encoder.int(10))?;
        let digit = encoder.arithmetic.binary(B::Subtract, Width::W32, unit, &encoder.int(b'0'.into()))?;
        let next = encoder.arithmetic.binary(B::Add, Width::W32, &ten, &digit)?;
        let is_within = encoder.relation(Relation::Less, &encoder.int(at as i64), &text.length);
        let counts = if at == 0 { format!("(and {is_within} (not {has_sign}))") } else { is_within };
        sum = encoder.define_int(format!("(ite {counts} {next} {sum})"));
    }
    let is_negative = format!("(= {} {})", text.units.first()?, encoder.int(b'-'.into()));
    let negated = encoder.arithmetic.negated(&sum);
    let number = encoder.define_int(format!("(ite {is_negative} {negated} {sum})"));
    if letter != b'J' {
        return Some(Code::Whole(number, Width::W32));
    }
    let sort = encoder.arithmetic.sort(Width::W64);
    let long = encoder.arithmetic.converted(&number, 'J')?;
    Some(Code::Whole(encoder.define(&sort, long), Width::W64))
}
