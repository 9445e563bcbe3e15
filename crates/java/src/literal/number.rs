//! Numbers.
//!
//! Java has no literal for NaN, infinities, or a `byte`, and `-2147483648` reads worse than its name. What a
//! number is written as is therefore a small expression, which the writer turns into a document: it may have to
//! write `java.lang.Float` in full where the subject has a class `Float` of its own.

/// How a number is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    /// A literal without a sign.
    Plain(String),
    /// A literal with a minus before it.
    Negative(String),
    /// A literal with a cast before it, `(byte) -3`.
    Cast(&'static str, String),
    /// A constant of a class of `java.lang`.
    Constant(&'static str, &'static str),
    /// A call of a static method of a class of `java.lang` with one literal.
    Call(&'static str, &'static str, String),
}

use Number::{Call, Cast, Constant, Negative, Plain};

pub(crate) fn byte(value: i8) -> Number {
    match value {
        i8::MIN => Constant("Byte", "MIN_VALUE"),
        i8::MAX => Constant("Byte", "MAX_VALUE"),
        _ => Cast("byte", value.to_string()),
    }
}

pub(crate) fn short(value: i16) -> Number {
    match value {
        i16::MIN => Constant("Short", "MIN_VALUE"),
        i16::MAX => Constant("Short", "MAX_VALUE"),
        _ => Cast("short", value.to_string()),
    }
}

pub(crate) fn int(value: i32) -> Number {
    match value {
        i32::MIN => Constant("Integer", "MIN_VALUE"),
        i32::MAX => Constant("Integer", "MAX_VALUE"),
        _ => signed(value.to_string()),
    }
}

pub(crate) fn long(value: i64) -> Number {
    match value {
        i64::MIN => Constant("Long", "MIN_VALUE"),
        i64::MAX => Constant("Long", "MAX_VALUE"),
        _ => signed(format!("{value}L")),
    }
}

pub(crate) fn float(bits: u32) -> Number {
    /// The bits of `Float.NaN` on every JVM; other NaNs have a payload or a sign.
    const NAN: u32 = 0x7fc0_0000;
    let value = f32::from_bits(bits);
    match value {
        _ if bits == NAN => Constant("Float", "NaN"),
        _ if value.is_nan() => Call("Float", "intBitsToFloat", format!("0x{bits:08x}")),
        f32::INFINITY => Constant("Float", "POSITIVE_INFINITY"),
        f32::NEG_INFINITY => Constant("Float", "NEGATIVE_INFINITY"),
        f32::MAX => Constant("Float", "MAX_VALUE"),
        _ if bits == 1 => Constant("Float", "MIN_VALUE"),
        _ => signed(decimal(&format!("{value:e}")) + "f"),
    }
}

pub(crate) fn double(bits: u64) -> Number {
    /// The bits of `Double.NaN` on every JVM; other NaNs have a payload or a sign.
    const NAN: u64 = 0x7ff8_0000_0000_0000;
    let value = f64::from_bits(bits);
    match value {
        _ if bits == NAN => Constant("Double", "NaN"),
        _ if value.is_nan() => Call("Double", "longBitsToDouble", format!("0x{bits:016x}L")),
        f64::INFINITY => Constant("Double", "POSITIVE_INFINITY"),
        f64::NEG_INFINITY => Constant("Double", "NEGATIVE_INFINITY"),
        f64::MAX => Constant("Double", "MAX_VALUE"),
        _ if bits == 1 => Constant("Double", "MIN_VALUE"),
        _ => signed(decimal(&format!("{value:e}"))),
    }
}

fn signed(text: String) -> Number {
    match text.strip_prefix('-') {
        Some(digits) => Negative(digits.to_owned()),
        None => Plain(text),
    }
}

/// The shortest decimal that reads back as the same number, from Rust's `1.5e-7`. Plain where a person
/// would still count the zeros, and otherwise as `Double.toString` has it.
fn decimal(scientific: &str) -> String {
    let (sign, rest) = scientific.strip_prefix('-').map_or(("", scientific), |rest| ("-", rest));
    let (mantissa, exponent) = rest.split_once('e').unwrap_or((rest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits = mantissa.replace('.', "");
    match usize::try_from(exponent) {
        Ok(whole @ 0..=9) => {
            let whole = whole + 1;
            let padded = format!("{digits:0<whole$}");
            let (whole, fraction) = padded.split_at(whole);
            format!("{sign}{whole}.{}", if fraction.is_empty() { "0" } else { fraction })
        }
        Err(_) if exponent >= -4 => {
            let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
            format!("{sign}0.{zeros}{digits}")
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            format!("{sign}{first}.{}E{exponent}", if rest.is_empty() { "0" } else { rest })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(number: Number) -> String {
        match number {
            Plain(text) => text,
            Negative(text) => format!("-{text}"),
            Cast(to, text) => format!("({to}) {text}"),
            Constant(class, name) => format!("{class}.{name}"),
            Call(class, name, argument) => format!("{class}.{name}({argument})"),
        }
    }

    /// Numbers are short, exact, and look like what a person would type.
    #[test]
    fn doubles() {
        let cases: [(f64, &str); 15] = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (0.1, "0.1"),
            (-12.5, "-12.5"),
            (100.0, "100.0"),
            (1234567890.0, "1234567890.0"),
            (12345678901.0, "1.2345678901E10"),
            (0.00015, "0.00015"),
            (1e-5, "1.0E-5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e308, "1.0E308"),
            (f64::MIN, "-1.7976931348623157E308"),
            (f64::MIN_POSITIVE, "2.2250738585072014E-308"),
            (f64::from_bits(1), "Double.MIN_VALUE"),
            (f64::NEG_INFINITY, "Double.NEGATIVE_INFINITY"),
        ];
        for (value, expected) in cases {
            assert_eq!(shown(double(value.to_bits())), expected);
        }
        assert_eq!(shown(double(0x7ff8_0000_0000_0000)), "Double.NaN");
        assert_eq!(shown(double(0xfff8_0000_0000_0001)), "Double.longBitsToDouble(0xfff8000000000001L)");
    }

    /// A float is as short as its own precision allows, not a double's.
    #[test]
    fn floats() {
        assert_eq!(shown(float(0.1f32.to_bits())), "0.1f");
        assert_eq!(shown(float((-0.0f32).to_bits())), "-0.0f");
        assert_eq!(shown(float(16777216f32.to_bits())), "16777216.0f");
        assert_eq!(shown(float(f32::MAX.to_bits())), "Float.MAX_VALUE");
        assert_eq!(shown(float(0x7fc0_0001)), "Float.intBitsToFloat(0x7fc00001)");
    }

    /// The ends of the ranges are named, and `-2147483648` is never a minus before a number too big.
    #[test]
    fn integers() {
        assert_eq!(shown(int(i32::MIN)), "Integer.MIN_VALUE");
        assert_eq!(shown(int(-7)), "-7");
        assert_eq!(shown(long(3_000_000_000)), "3000000000L");
        assert_eq!(shown(long(i64::MAX)), "Long.MAX_VALUE");
        assert_eq!(shown(byte(-3)), "(byte) -3");
        assert_eq!(shown(short(i16::MAX)), "Short.MAX_VALUE");
    }
}
