//! Values in words: literals as Java has them, numbers, dates and the like as their `toString` would.
//!
//! Whatever is recorded may be hostile: characters that a terminal or an editor obeys instead of showing
//! them are written as escapes, in literals and in names alike.

use std::fmt::Write;

use crate::logical::{BigInteger, Date, LogicalForm, Time, Zone};
use crate::value::Value;
use reenact_base::name::InternalName;

/// A string as a Java literal, cut after `limit` chars. What was cut is said behind it: `"abc"… 97 more`.
pub fn literal(text: &[u16], limit: usize) -> String {
    // A pair of surrogates is one character and is not taken apart.
    let in_pair = |at: usize| {
        matches!(text.get(at), Some(0xdc00..=0xdfff))
            && at.checked_sub(1).is_some_and(|before| matches!(text[before], 0xd800..=0xdbff))
    };
    let end = if in_pair(limit) { limit + 1 } else { limit.min(text.len()) };
    let mut out = String::with_capacity(end + 2);
    out.push('"');
    for char in char::decode_utf16(text[..end].iter().copied()) {
        match char {
            Ok('"') => out.push_str("\\\""),
            Ok(char) => put_char(&mut out, char),
            Err(alone) => put_unit(&mut out, alone.unpaired_surrogate()),
        }
    }
    out.push('"');
    if end < text.len() {
        let _ = write!(out, "… {} more", text.len() - end);
    }
    out
}

/// A `char` as a Java literal.
fn char_literal(unit: u16) -> String {
    let mut out = String::from("'");
    match char::from_u32(unit.into()) {
        Some('\'') => out.push_str("\\'"),
        Some(char) => put_char(&mut out, char),
        None => put_unit(&mut out, unit),
    }
    out.push('\'');
    out
}

/// A name or another text without quotes around it. Backslashes stay as they are.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if is_obeyed(char) { put_char(&mut out, char) } else { out.push(char) }
    }
    out
}

/// Whether a character acts on the text around it instead of being seen: controls, line and paragraph
/// separators, what turns the direction of writing, and what has no width.
fn is_obeyed(char: char) -> bool {
    char.is_control()
        || matches!(char,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

fn put_char(out: &mut String, char: char) {
    match char {
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        char if is_obeyed(char) => {
            char.encode_utf16(&mut [0; 2]).iter().for_each(|unit| put_unit(out, *unit));
        }
        char => out.push(char),
    }
}

fn put_unit(out: &mut String, unit: u16) {
    let _ = write!(out, "\\u{unit:04x}");
}

/// A type as Java writes it, by its internal name or an array's descriptor: `java.lang.String`, `int[][]`.
pub fn type_name(name: &str) -> String {
    if name.starts_with('[') {
        descriptor_name(name)
    } else {
        printable(InternalName::new(name).to_binary().as_str())
    }
}

/// A type as Java writes it, by its descriptor.
pub fn descriptor_name(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    // JVMS 4.3.2 allows 255; more is damage and need not be written out.
    let dimensions = (descriptor.len() - element.len()).min(255);
    let element = match element {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        class => class.strip_prefix('L').unwrap_or(class).trim_end_matches(';'),
    };
    printable(InternalName::new(element).to_binary().as_str()) + &"[]".repeat(dimensions)
}

/// The same without packages: `String`, `int[][]`. Nested classes keep their outer ones: `Order$Line`.
pub fn simple_type_name(name: &str) -> String {
    let name = type_name(name);
    name.rsplit('.').next().unwrap_or(&name).to_owned()
}

/// A primitive value; `null` for anything else.
pub fn primitive(value: Value) -> String {
    match value {
        Value::Null | Value::Reference(_) => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => value.to_string(),
        Value::Char(value) => char_literal(value),
        Value::Short(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => value.to_string(),
        Value::Float(bits) => format!("{:?}", f32::from_bits(bits)),
        Value::Double(bits) => format!("{:?}", f64::from_bits(bits)),
    }
}

/// A form that is a value and refers to nothing, texts cut after `limit` chars. `None` for collections
/// and all else that has parts.
pub fn form(form: &LogicalForm, limit: usize) -> Option<String> {
    use LogicalForm as F;
    let quoted = |text: &str| literal(&text.encode_utf16().collect::<Vec<_>>(), limit);
    Some(match form {
        F::Text(chars) => literal(chars, limit),
        F::Boxed(value) | F::Adder(value) => primitive(*value),
        F::Atomic(value) | F::Optional(Some(value)) if !is_reference(*value) => primitive(*value),
        F::Optional(None) => "empty".to_owned(),
        F::BigInteger(number) => integer(number),
        F::BigDecimal { unscaled, scale } => decimal(unscaled, *scale),
        F::Enum { name, .. } => printable(name),
        F::Instant { seconds, nanos } => instant(*seconds, *nanos),
        F::Duration { seconds, nanos } => duration(*seconds, *nanos),
        F::Period { years, months, days } => format!("{years} years {months} months {days} days"),
        F::LocalDate(date) => of_date(date),
        F::LocalTime(time) => of_time(time),
        F::LocalDateTime(date, time) => format!("{}T{}", of_date(date), of_time(time)),
        F::OffsetTime { time, offset } => format!("{}{}", of_time(time), of_offset(*offset)),
        F::OffsetDateTime { date, time, offset } => {
            format!("{}T{}{}", of_date(date), of_time(time), of_offset(*offset))
        }
        F::ZonedDateTime { date, time, offset, zone } => {
            format!("{}T{}{}[{}]", of_date(date), of_time(time), of_offset(*offset), of_zone(zone))
        }
        F::Year(year) => year.to_string(),
        F::YearMonth { year, month } => format!("{year}-{month:02}"),
        F::MonthDay { month, day } => format!("--{month:02}-{day:02}"),
        F::Zone(zone) => of_zone(zone),
        F::FixedClock { seconds, nanos, zone } => format!("{}[{}]", instant(*seconds, *nanos), of_zone(zone)),
        F::Date(millis) => of_millis(*millis),
        F::Timestamp { millis, nanos } => instant(millis.div_euclid(1000), *nanos),
        F::Uuid { most, least } => of_uuid(*most, *least),
        F::Uri(text) | F::Url(text) | F::File(text) | F::Currency(text) | F::Charset(text) => printable(text),
        F::TimeZone(text) => printable(text),
        F::Path(bytes) => printable(&String::from_utf8_lossy(bytes)),
        F::Pattern { pattern, .. } => format!("/{}/", printable(pattern)),
        F::Joiner { elements, delimiter, .. } => quoted(&elements.join(delimiter)),
        F::InetAddress { host: Some(host), .. } => printable(host),
        F::InetAddress { bytes, .. } => of_address(bytes),
        F::SocketAddress { host: Some(host), port, .. } => format!("{}:{port}", printable(host)),
        F::Locale { language, script, region, variant, extensions } => {
            let parts = [language, script, region, variant, extensions].map(String::as_str);
            printable(&parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-"))
        }
        F::Random { seed, .. } => format!("inner seed {seed}"),
        F::ByteInput { bytes, position, .. } => format!("{} bytes at {position}", bytes.len()),
        F::TextInput { is_closed: true, .. } => "closed".to_owned(),
        F::TextInput { text, position, .. } => format!("{} at {position}", literal(text, limit)),
        F::ByteOutput(bytes) => format!("{} bytes", bytes.len()),
        F::BitSet(words) => format!("{} bits set", words.iter().map(|word| word.count_ones()).sum::<u32>()),
        _ => return None,
    })
}

fn is_reference(value: Value) -> bool {
    matches!(value, Value::Null | Value::Reference(_))
}

fn integer(number: &BigInteger) -> String {
    match number.magnitude.len() {
        0..=32 => number.to_decimal(),
        words => format!("an integer of about {} bits", words * 32),
    }
}

/// As `BigDecimal.toString` has it, but for very small numbers of a small scale.
fn decimal(unscaled: &BigInteger, scale: i32) -> String {
    let digits = integer(unscaled);
    let (sign, digits) = digits.strip_prefix('-').map_or(("", &*digits), |digits| ("-", digits));
    match usize::try_from(scale) {
        Ok(0) => format!("{sign}{digits}"),
        Ok(scale @ 1..=40) if unscaled.magnitude.len() <= 32 => {
            let digits = format!("{digits:0>width$}", width = scale + 1);
            let (whole, fraction) = digits.split_at(digits.len() - scale);
            format!("{sign}{whole}.{fraction}")
        }
        _ => format!("{sign}{digits}E{}", -i64::from(scale)),
    }
}

/// A moment as ISO 8601 has it, in UTC.
pub fn instant(seconds: i64, nanos: i32) -> String {
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = civil(days);
    let clock = format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{clock}{}Z", fraction(nanos))
}

fn of_millis(millis: i64) -> String {
    instant(millis.div_euclid(1000), millis.rem_euclid(1000) as i32 * 1_000_000)
}

/// The date of a day since 1970, in the Gregorian calendar. Years begin in March here, so that the day
/// that some years have more is the last one; 400 years are 146,097 days.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

/// `.5` for half a second, nothing for a whole one.
fn fraction(nanos: i32) -> String {
    let digits = format!(".{nanos:09}");
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn duration(seconds: i64, nanos: i32) -> String {
    // A negative one counts its nanoseconds forward from the whole second below.
    match seconds {
        ..0 if nanos > 0 => format!("-{}{} s", (seconds + 1).unsigned_abs(), fraction(1_000_000_000 - nanos)),
        _ => format!("{seconds}{} s", fraction(nanos)),
    }
}

fn of_date(date: &Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year, date.month, date.day)
}

fn of_time(time: &Time) -> String {
    let fraction = if time.nano == 0 { String::new() } else { format!(".{:09}", time.nano) };
    format!("{:02}:{:02}:{:02}{}", time.hour, time.minute, time.second, fraction.trim_end_matches('0'))
}

fn of_offset(seconds: i32) -> String {
    if seconds == 0 {
        return "Z".to_owned();
    }
    let (sign, seconds) = (if seconds < 0 { '-' } else { '+' }, seconds.unsigned_abs());
    let rest = if seconds % 60 == 0 { String::new() } else { format!(":{:02}", seconds % 60) };
    format!("{sign}{:02}:{:02}{rest}", seconds / 3600, seconds / 60 % 60)
}

fn of_zone(zone: &Zone) -> String {
    match zone {
        Zone::Offset(seconds) => of_offset(*seconds),
        Zone::Region(id) => printable(id),
    }
}

fn of_uuid(most: i64, least: i64) -> String {
    let digits = format!("{most:016x}{least:016x}");
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

fn of_address(bytes: &[u8]) -> String {
    match <[u8; 16]>::try_from(bytes) {
        Ok(bytes) => core::net::Ipv6Addr::from(bytes).to_string(),
        Err(_) => bytes.iter().map(u8::to_string).collect::<Vec<_>>().join("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str, limit: usize) -> String {
        literal(&text.encode_utf16().collect::<Vec<_>>(), limit)
    }

    #[test]
    fn literals_are_java_and_nothing_in_them_acts() {
        for (text, expected) in [
            ("plain", r#""plain""#),
            ("a\"b\\c\n\t", r#""a\"b\\c\n\t""#),
            ("\u{1b}[31mred\u{7}", r#""\u001b[31mred\u0007""#),
            // CSI in one character, a turn of direction, and a tag beyond the basic plane.
            ("\u{9b}2J\u{202e}abc\u{e0041}", r#""\u009b2J\u202eabc\udb40\udc41""#),
            ("naïve 日本 🧵", "\"naïve 日本 🧵\""),
        ] {
            assert_eq!(quoted(text, 100), expected);
        }
        assert_eq!(literal(&[0x41, 0xd800], 9), r#""A\ud800""#);
        assert_eq!(printable("a\\b\u{1b}\n"), "a\\b\\u001b\\n");
        assert_eq!([0x27, 0x61, 0xd800, 7].map(char_literal).join(" "), r"'\'' 'a' '\ud800' '\u0007'");
    }

    #[test]
    fn long_literals_are_cut_between_characters() {
        assert_eq!(quoted("abcdef", 4), "\"abcd\"… 2 more");
        assert_eq!(quoted("abcdef", 6), "\"abcdef\"");
        assert_eq!(quoted("a🧵b", 2), "\"a🧵\"… 1 more");
        assert_eq!(quoted("", 0), "\"\"");
        assert_eq!(quoted("🧵", 0), "\"\"… 2 more");
    }

    #[test]
    fn types_are_named_as_java_does() {
        let names = ["java/lang/String", "[I", "[[La/B$C;", "Main", "[", "a\u{1b}/b"].map(type_name);
        assert_eq!(names.join(" "), r"java.lang.String int[] a.B$C[][] Main [] a\u001b.b");
        assert_eq!(["a/b/C", "[[La/B$C;"].map(simple_type_name).join(" "), "C B$C[][]");
    }

    #[test]
    fn numbers_and_moments_are_as_java_prints_them() {
        let number = |negative, word: u32| BigInteger { negative, magnitude: vec![word] };
        for (unscaled, scale, expected) in [
            (number(false, 1250), 2, "12.50"),
            (number(true, 5), 3, "-0.005"),
            (number(false, 7), 0, "7"),
            (number(false, 7), -3, "7E3"),
            (number(false, 7), i32::MIN, "7E2147483648"),
            (number(false, 7), 400, "7E-400"),
        ] {
            assert_eq!(decimal(&unscaled, scale), expected);
        }
        assert_eq!(instant(1_709_164_800, 500_000_000), "2024-02-29T00:00:00.5Z");
        assert_eq!(instant(-1, 0), "1969-12-31T23:59:59Z");
        assert_eq!(instant(0, 0), "1970-01-01T00:00:00Z");
        assert_eq!(instant(253_402_300_799, 0), "9999-12-31T23:59:59Z");
        assert_eq!(
            [duration(90, 0), duration(-1, 500_000_000), duration(0, 5)].join(" "),
            "90 s -0.5 s 0.000000005 s"
        );
        assert_eq!([of_offset(0), of_offset(-19_800), of_offset(3_601)].join(" "), "Z -05:30 +01:00:01");
        assert_eq!(of_uuid(-1, 1), "ffffffff-ffff-ffff-0000-000000000001");
        assert_eq!(of_address(&[0; 16]), "::");
    }

    /// Graphs may come from damaged recordings: any bits give some text.
    #[test]
    fn no_value_is_too_strange() {
        for seconds in [i64::MIN, i64::MAX, 0] {
            for nanos in [i32::MIN, i32::MAX, -1] {
                instant(seconds, nanos);
                duration(seconds, nanos);
                of_millis(seconds);
                of_offset(nanos);
            }
        }
    }
}
