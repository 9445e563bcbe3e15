//! Floating-point numbers as text, exactly: the shortest digits that give the same bits again.

/// The NaN that `Double.NaN` is.
const DOUBLE_NAN: u64 = 0x7ff8_0000_0000_0000;
const FLOAT_NAN: u32 = 0x7fc0_0000;

/// The text of a `double`. A NaN with other bits has them behind a colon.
pub(crate) fn double_text(bits: u64) -> String {
    let number = f64::from_bits(bits);
    match () {
        () if bits == DOUBLE_NAN => "NaN".to_owned(),
        () if number.is_nan() => format!("NaN:{bits:016x}"),
        () if number.is_infinite() => if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned(),
        () => format!("{number:?}"),
    }
}

/// The text of a `float`.
pub(crate) fn float_text(bits: u32) -> String {
    let number = f32::from_bits(bits);
    match () {
        () if bits == FLOAT_NAN => "NaN".to_owned(),
        () if number.is_nan() => format!("NaN:{bits:08x}"),
        () if number.is_infinite() => if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned(),
        () => format!("{number:?}"),
    }
}

/// Reads a `double`; `None` if the text is not one, or is too large for one.
pub(crate) fn read_double(text: &str) -> Option<u64> {
    match text {
        "NaN" => return Some(DOUBLE_NAN),
        "Infinity" => return Some(f64::INFINITY.to_bits()),
        "-Infinity" => return Some(f64::NEG_INFINITY.to_bits()),
        _ => {}
    }
    if let Some(bits) = text.strip_prefix("NaN:") {
        let bits = u64::from_str_radix(bits, 16).ok()?;
        return (f64::from_bits(bits).is_nan() && double_text(bits) == text).then_some(bits);
    }
    let number: f64 = is_number(text).then(|| text.parse().ok())??;
    number.is_finite().then(|| number.to_bits())
}

/// Reads a `float`.
pub(crate) fn read_float(text: &str) -> Option<u32> {
    match text {
        "NaN" => return Some(FLOAT_NAN),
        "Infinity" => return Some(f32::INFINITY.to_bits()),
        "-Infinity" => return Some(f32::NEG_INFINITY.to_bits()),
        _ => {}
    }
    if let Some(bits) = text.strip_prefix("NaN:") {
        let bits = u32::from_str_radix(bits, 16).ok()?;
        return (f32::from_bits(bits).is_nan() && float_text(bits) == text).then_some(bits);
    }
    let number: f32 = is_number(text).then(|| text.parse().ok())??;
    number.is_finite().then(|| number.to_bits())
}

/// Reads a whole number without a fraction or exponent.
pub(crate) fn read_integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'))
        && text != "-0";
    is_plain.then(|| text.parse().ok())?
}

/// The grammar of JSON numbers (RFC 8259, section 6).
fn is_number(text: &str) -> bool {
    let rest = text.strip_prefix('-').unwrap_or(text);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(rest);
    if whole == 0 || whole > 1 && rest.starts_with('0') {
        return false;
    }
    let mut rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = &fraction[length..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let length = digits(exponent);
        return length > 0 && length == exponent.len();
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        for number in [0.0, -0.0, 1.0, 0.1, 1e300, 5e-324, f64::MAX, -1.5, 123456789.123, f64::INFINITY] {
            assert_eq!(read_double(&double_text(number.to_bits())), Some(number.to_bits()));
        }
        for bits in [DOUBLE_NAN, 0x7ff8_0000_0000_0001, 0xfff0_0000_0000_0001] {
            assert_eq!(read_double(&double_text(bits)), Some(bits));
        }
        for number in [0.1f32, -0.0, f32::MAX, 1e-45] {
            assert_eq!(read_float(&float_text(number.to_bits())), Some(number.to_bits()));
        }
        for text in ["", "1e400", "0x1", "1.", ".5", "+1", "01", "nan", "inf", "NaN:0", "1 "] {
            assert_eq!(read_double(text), None, "{text}");
        }
        assert_eq!(read_integer("-9223372036854775808"), Some(i64::MIN));
        for text in ["", "-", "01", "1.0", "1e3", "9223372036854775808", "-0", "+1"] {
            assert_eq!(read_integer(text), None, "{text}");
        }
    }
}
