//! Numbers as SMT-LIB: bit-vectors, which compute as the JVM does, or integers that must not overflow.

use reenact_flow::term::{BinaryOperator as B, Relation};

/// How whole numbers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// Bit-vectors of 32 and 64 bits.
    Bits,
    /// Unbounded integers: every intermediate value is kept in its range, so a model is one of the program too. Linear
    /// conditions are solved much faster so.
    Integers,
}

/// The size of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    W32,
    W64,
}

impl Width {
    fn bits(self) -> u32 {
        match self {
            Width::W32 => 32,
            Width::W64 => 64,
        }
    }

    fn range(self) -> (i64, i64) {
        match self {
            Width::W32 => (i32::MIN.into(), i32::MAX.into()),
            Width::W64 => (i64::MIN, i64::MAX),
        }
    }

    /// The exponent and the significand of the floating-point number of this size.
    pub fn float(self) -> &'static str {
        match self {
            Width::W32 => "8 24",
            Width::W64 => "11 53",
        }
    }
}

impl Arithmetic {
    pub fn sort(self, width: Width) -> String {
        match self {
            Arithmetic::Bits => format!("(_ BitVec {})", width.bits()),
            Arithmetic::Integers => "Int".to_owned(),
        }
    }

    pub fn number(self, value: i64, width: Width) -> String {
        match (self, width) {
            (Arithmetic::Bits, Width::W32) => format!("#x{:08x}", value as i32),
            (Arithmetic::Bits, Width::W64) => format!("#x{value:016x}"),
            (Arithmetic::Integers, _) => integer(value.into()),
        }
    }

    /// The value of a literal.
    pub fn literal(self, text: &str) -> Option<i64> {
        match (self, text.strip_prefix("#x")) {
            (Arithmetic::Bits, Some(digits)) if digits.len() == 8 => {
                u32::from_str_radix(digits, 16).ok().map(|bits| (bits as i32).into())
            }
            (Arithmetic::Bits, Some(digits)) => u64::from_str_radix(digits, 16).ok().map(|bits| bits as i64),
            (Arithmetic::Integers, None) => {
                let plain = text.strip_prefix("(- ").and_then(|rest| rest.strip_suffix(')'));
                match plain {
                    Some(digits) => format!("-{digits}").parse().ok(),
                    None => text.parse().ok(),
                }
            }
            _ => None,
        }
    }

    /// A relation of two numbers, as a Boolean.
    pub fn relation(self, relation: Relation, left: &str, right: &str) -> String {
        let (bits, integers) = match relation {
            Relation::Equal => return format!("(= {left} {right})"),
            Relation::NotEqual => return format!("(distinct {left} {right})"),
            Relation::Less => ("bvslt", "<"),
            Relation::LessOrEqual => ("bvsle", "<="),
            Relation::Greater => ("bvsgt", ">"),
            Relation::GreaterOrEqual => ("bvsge", ">="),
        };
        format!("({} {left} {right})", if self == Arithmetic::Bits { bits } else { integers })
    }

    /// The condition that an integer is in the range of its size; `None` for bit-vectors.
    pub fn in_range(self, value: &str, width: Width) -> Option<String> {
        let (low, high) = width.range();
        (self == Arithmetic::Integers)
            .then(|| format!("(<= {} {value} {})", integer(low.into()), integer(high.into())))
    }

    /// An operator on numbers of one size; the right side of a shift has the same size. `None` if it cannot be written.
    pub fn binary(self, operator: B, width: Width, left: &str, right: &str) -> Option<String> {
        let is_number = |text: &str| self.literal(text).is_some();
        if self == Arithmetic::Integers {
            return Some(match operator {
                B::Add => format!("(+ {left} {right})"),
                B::Subtract => format!("(- {left} {right})"),
                B::Multiply if is_number(left) || is_number(right) => format!("(* {left} {right})"),
                // SMT-LIB rounds down, the JVM towards zero.
                B::Divide if is_number(right) => {
                    format!("(ite (>= {left} 0) (div {left} {right}) (- (div (- {left}) {right})))")
                }
                B::Remainder if is_number(right) => {
                    format!("(ite (>= {left} 0) (mod {left} {right}) (- (mod (- {left}) {right})))")
                }
                _ => return None,
            });
        }
        let mask = self.number(i64::from(width.bits()) - 1, width);
        let shift = |name: &str| format!("({name} {left} (bvand {right} {mask}))");
        let plain = |name: &str| format!("({name} {left} {right})");
        Some(match operator {
            B::Add => plain("bvadd"),
            B::Subtract => plain("bvsub"),
            B::Multiply => plain("bvmul"),
            B::Divide => plain("bvsdiv"),
            B::Remainder => plain("bvsrem"),
            B::And => plain("bvand"),
            B::Or => plain("bvor"),
            B::Xor => plain("bvxor"),
            B::ShiftLeft => shift("bvshl"),
            B::ShiftRight => shift("bvashr"),
            B::UnsignedShiftRight => shift("bvlshr"),
            B::Compare { .. } => return None,
        })
    }

    pub fn negated(self, value: &str) -> String {
        match self {
            Arithmetic::Bits => format!("(bvneg {value})"),
            Arithmetic::Integers => format!("(- {value})"),
        }
    }

    /// A conversion between whole numbers, by the letter of the target.
    pub fn converted(self, value: &str, to: char) -> Option<String> {
        match self {
            Arithmetic::Bits => Some(match to {
                'J' => format!("((_ sign_extend 32) {value})"),
                'I' => format!("((_ extract 31 0) {value})"),
                'B' => format!("((_ sign_extend 24) ((_ extract 7 0) {value}))"),
                'S' => format!("((_ sign_extend 16) ((_ extract 15 0) {value}))"),
                'C' => format!("((_ zero_extend 16) ((_ extract 15 0) {value}))"),
                _ => return None,
            }),
            // In its range a number stays as it is; the caller keeps it there.
            Arithmetic::Integers => matches!(to, 'J' | 'I' | 'B' | 'S' | 'C').then(|| value.to_owned()),
        }
    }
}

fn integer(value: i128) -> String {
    match value < 0 {
        true => format!("(- {})", value.unsigned_abs()),
        false => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Protects folding: a literal that is written must be read back as the same number.
    #[test]
    fn literals_are_read_back() {
        for value in [0, 1, -1, i64::from(i32::MIN), i64::from(i32::MAX)] {
            for arithmetic in [Arithmetic::Bits, Arithmetic::Integers] {
                for width in [Width::W32, Width::W64] {
                    assert_eq!(arithmetic.literal(&arithmetic.number(value, width)), Some(value));
                }
            }
        }
        let least = Arithmetic::Integers.number(i64::MIN, Width::W64);
        assert_eq!(Arithmetic::Integers.literal(&least), Some(i64::MIN));
    }

    #[test]
    fn only_linear_integers_are_written() {
        let integers = Arithmetic::Integers;
        assert_eq!(integers.binary(B::Multiply, Width::W32, "a", "3").as_deref(), Some("(* a 3)"));
        assert_eq!(integers.binary(B::Multiply, Width::W32, "a", "b"), None);
        assert_eq!(integers.binary(B::And, Width::W32, "a", "3"), None);
        let shift = Arithmetic::Bits.binary(B::ShiftLeft, Width::W32, "a", "b");
        assert_eq!(shift.as_deref(), Some("(bvshl a (bvand b #x0000001f))"));
    }
}
