//! JDK objects by their logical values.

use std::sync::Arc;

use reenact_heap::logical::{Date, ListKind, Time, ViewKind, Zone};
use reenact_heap::{LogicalForm as L, Value as Recorded};

use super::{Extraction, Result};
use crate::platform::platform_form;
use crate::types::{Primitive, Type};
use crate::value::{Object, Shape, Value};

impl Extraction<'_, '_, '_> {
    pub(super) fn platform(&mut self, form: &L, class: &str) -> Result<Value> {
        Ok(match form {
            L::Text(text) if class == "java.lang.StringBuilder" => {
                object(class, vec![Value::Text(text.clone())])
            }
            L::BigInteger(number) => text("java.math.BigInteger", number.to_decimal()),
            L::BigDecimal { unscaled, scale } => {
                text("java.math.BigDecimal", decimal(&unscaled.to_decimal(), *scale))
            }
            L::List { kind, elements } => {
                // `Stream.toList` gives a list of the same class as `List.of`, which takes no nulls.
                if *kind == ListKind::ImmutableWithNulls && elements.contains(&Recorded::Null) {
                    return self.error("an immutable list with null in it has no constructor or factory");
                }
                return self.collection(class, elements);
            }
            L::Set { comparator, elements, .. } => {
                if *comparator != Recorded::Null {
                    return self.error(format!("the {class} has a comparator, which is not data"));
                }
                return self.collection(class, elements);
            }
            L::Queue { elements, comparator, capacity, .. } => {
                if *comparator != Recorded::Null || capacity.is_some() {
                    return self.error(format!("the JDK type {class} has no serial form"));
                }
                return self.collection(class, elements);
            }
            L::Map { comparator, entries, .. } => {
                if *comparator != Recorded::Null {
                    return self.error(format!("the {class} has a comparator, which is not data"));
                }
                return self.map(class, entries);
            }
            L::View { kind: ViewKind::Unmodifiable, of } => {
                if platform_form(class).is_none() {
                    return self.error(format!("the JDK type {class} has no serial form"));
                }
                let of = self.step(".of".to_owned(), *of)?;
                object(class, vec![of])
            }
            L::View { kind: ViewKind::ArrayAsList, of } => {
                let shown = self.step(".elements".to_owned(), *of)?;
                let Value::Array { elements, .. } = shown else {
                    return self.error("the recording is damaged here");
                };
                object(class, vec![Value::Array { element: Type::object(), elements }])
            }
            L::Optional(value) if class == "java.util.Optional" => {
                let value = match value {
                    Some(value) => self.step(".value".to_owned(), *value)?,
                    None => Value::Null,
                };
                object(class, vec![value])
            }
            L::Atomic(value) if platform_form(class).is_some() => {
                let value = self.step(".value".to_owned(), *value)?;
                object(class, vec![value])
            }
            L::BitSet(words) => {
                let elements = words.iter().map(|word| Value::Long(*word as i64)).collect();
                let words = Value::Array { element: Type::Primitive(Primitive::Long), elements };
                object(class, vec![words])
            }
            L::Instant { seconds, nanos } => text(class, instant(*seconds, *nanos)),
            L::Duration { seconds, nanos } => text(class, duration(*seconds, *nanos)),
            L::Period { years, months, days } => {
                object(class, [years, months, days].map(|part| Value::Int(*part)).to_vec())
            }
            L::LocalDate(of) => text(class, date(of)),
            L::LocalTime(of) => text(class, time(of)),
            L::LocalDateTime(day, of) => text(class, format!("{}T{}", date(day), time(of))),
            L::OffsetTime { time: of, offset: zone } => text(class, time(of) + &offset(*zone)),
            L::OffsetDateTime { date: day, time: of, offset: zone } => {
                text(class, format!("{}T{}{}", date(day), time(of), offset(*zone)))
            }
            L::ZonedDateTime { date: day, time: of, offset: zone, zone: region } => {
                let region = match region {
                    Zone::Offset(_) => String::new(),
                    Zone::Region(name) => format!("[{name}]"),
                };
                text(class, format!("{}T{}{}{region}", date(day), time(of), offset(*zone)))
            }
            L::Year(year) => object(class, vec![Value::Int(*year)]),
            L::YearMonth { year, month } => object(class, vec![Value::Int(*year), Value::Int(*month)]),
            L::MonthDay { month, day } => object(class, vec![Value::Int(*month), Value::Int(*day)]),
            L::Zone(Zone::Offset(seconds)) => text("java.time.ZoneOffset", offset(*seconds)),
            L::Zone(Zone::Region(name)) => text("java.time.ZoneId", name.clone()),
            L::Date(millis) if platform_form(class).is_some() => object(class, vec![Value::Long(*millis)]),
            L::Uuid { most, least } => text(class, uuid(*most, *least)),
            L::Uri(uri) => text(class, uri.clone()),
            L::Pattern { pattern, flags } => object(class, vec![Value::text(pattern), Value::Int(*flags)]),
            L::Currency(code) => text(class, code.clone()),
            L::Charset(name) => text("java.nio.charset.Charset", name.clone()),
            L::Locale { language, script, region, variant, extensions }
                if variant.is_empty() && extensions.is_empty() =>
            {
                let parts = [language, script, region].into_iter().filter(|part| !part.is_empty());
                let tag = parts.cloned().collect::<Vec<String>>().join("-");
                text(class, if language.is_empty() { "und".to_owned() } else { tag })
            }
            _ => return self.error(format!("the JDK type {class} has no serial form")),
        })
    }

    fn collection(&mut self, class: &str, elements: &[Recorded]) -> Result<Value> {
        let Some(form) = platform_form(class) else {
            return self.error(format!("the JDK type {class} has no serial form"));
        };
        if form.components.is_empty() {
            return Ok(object(class, Vec::new()));
        }
        let elements = self.elements("", elements)?;
        Ok(object(class, vec![elements]))
    }

    fn map(&mut self, class: &str, entries: &[(Recorded, Recorded)]) -> Result<Value> {
        let Some(form) = platform_form(class) else {
            return self.error(format!("the JDK type {class} has no serial form"));
        };
        if form.components.is_empty() {
            return Ok(object(class, Vec::new()));
        }
        let keys: Vec<Recorded> = entries.iter().map(|(key, _)| *key).collect();
        let values: Vec<Recorded> = entries.iter().map(|(_, value)| *value).collect();
        let keys = self.elements(".keys", &keys)?;
        let values = self.elements(".values", &values)?;
        Ok(object(class, vec![keys, values]))
    }

    fn elements(&mut self, step: &str, elements: &[Recorded]) -> Result<Value> {
        let mut values = Vec::with_capacity(elements.len());
        for (at, value) in elements.iter().enumerate() {
            values.push(self.step(format!("{step}[{at}]"), *value)?);
        }
        Ok(Value::Array { element: Type::object(), elements: values })
    }
}

fn object(class: &str, components: Vec<Value>) -> Value {
    match platform_form(class) {
        Some(form) => Value::Object(Box::new(Object { shape: Arc::new(Shape::platform(form)), components })),
        // Unreachable by the callers, which know their forms; null would be read as data.
        None => Value::Text(class.encode_utf16().collect()),
    }
}

fn text(class: &str, content: String) -> Value {
    object(class, vec![Value::text(&content)])
}

/// A decimal number as `BigDecimal.toString` writes it, so that the scale is kept.
fn decimal(unscaled: &str, scale: i32) -> String {
    let (sign, digits) = match unscaled.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", unscaled),
    };
    let adjusted = digits.len() as i64 - 1 - i64::from(scale);
    if scale >= 0 && adjusted >= -6 {
        if scale == 0 {
            return format!("{sign}{digits}");
        }
        let padded = format!("{digits:0>width$}", width = scale as usize + 1);
        let (whole, fraction) = padded.split_at(padded.len() - scale as usize);
        return format!("{sign}{whole}.{fraction}");
    }
    let (first, rest) = digits.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    let plus = if adjusted > 0 { "+" } else { "" };
    match adjusted {
        0 => format!("{sign}{first}{point}{rest}"),
        _ => format!("{sign}{first}{point}{rest}E{plus}{adjusted}"),
    }
}

fn date(date: &Date) -> String {
    let (year, month, day) = (date.year, date.month, date.day);
    match year {
        0..=9999 => format!("{year:04}-{month:02}-{day:02}"),
        10_000.. => format!("+{year}-{month:02}-{day:02}"),
        _ => format!("-{:04}-{month:02}-{day:02}", year.unsigned_abs()),
    }
}

fn time(time: &Time) -> String {
    let fraction = match time.nano {
        0 => String::new(),
        nano => format!(".{nano:09}"),
    };
    format!("{:02}:{:02}:{:02}{fraction}", time.hour, time.minute, time.second)
}

fn offset(seconds: i32) -> String {
    if seconds == 0 {
        return "Z".to_owned();
    }
    let sign = if seconds < 0 { '-' } else { '+' };
    let (hours, minutes, rest) =
        (seconds.unsigned_abs() / 3600, seconds.unsigned_abs() / 60 % 60, seconds.unsigned_abs() % 60);
    match rest {
        0 => format!("{sign}{hours:02}:{minutes:02}"),
        _ => format!("{sign}{hours:02}:{minutes:02}:{rest:02}"),
    }
}

/// An instant as `Instant.parse` reads it.
fn instant(seconds: i64, nanos: i32) -> String {
    let days = seconds.div_euclid(86_400);
    let second = seconds.rem_euclid(86_400);
    // Days from the civil calendar (Howard Hinnant, chrono-compatible low-level date algorithms).
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * month_index + 2) / 5 + 1) as u8;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 } as u8;
    let year = (year_of_era + era * 400 + i64::from(month <= 2)) as i32;
    let of = Time {
        hour: (second / 3600) as u8,
        minute: (second / 60 % 60) as u8,
        second: (second % 60) as u8,
        nano: nanos.unsigned_abs(),
    };
    format!("{}T{}Z", date(&Date { year, month, day }), time(&of))
}

/// A duration as `Duration.parse` reads it.
fn duration(seconds: i64, nanos: i32) -> String {
    if nanos == 0 {
        return format!("PT{seconds}S");
    }
    // A negative duration has whole seconds below and nanoseconds above.
    match seconds < 0 {
        false => format!("PT{seconds}.{nanos:09}S"),
        true => format!("PT-{}.{:09}S", (seconds + 1).unsigned_abs(), 1_000_000_000 - nanos),
    }
}

fn uuid(most: i64, least: i64) -> String {
    let (most, least) = (most as u64, least as u64);
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        most >> 32,
        most >> 16 & 0xffff,
        most & 0xffff,
        least >> 48,
        least & 0xffff_ffff_ffff
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_the_jdk() {
        for (unscaled, scale, expected) in [
            ("120", 2, "1.20"),
            ("-5", 3, "-0.005"),
            ("0", 0, "0"),
            ("0", 2, "0.00"),
            ("1", -3, "1E+3"),
            ("123", -3, "1.23E+5"),
            ("5", 7, "5E-7"),
            ("12", 8, "1.2E-7"),
        ] {
            assert_eq!(decimal(unscaled, scale), expected);
        }
        assert_eq!(instant(0, 0), "1970-01-01T00:00:00Z");
        assert_eq!(instant(-1, 5), "1969-12-31T23:59:59.000000005Z");
        assert_eq!(instant(1_709_210_096, 0), "2024-02-29T12:34:56Z");
        assert_eq!(duration(-1, 500_000_000), "PT-0.500000000S");
        assert_eq!(duration(90, 0), "PT90S");
        assert_eq!(
            (offset(0), offset(-5400), offset(3661)),
            ("Z".into(), "-01:30".into(), "+01:01:01".into())
        );
        assert_eq!(uuid(1, -1), "00000000-0000-0001-ffff-ffffffffffff");
    }
}
