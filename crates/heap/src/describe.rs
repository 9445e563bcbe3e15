//! A value in a few words, for messages and paths.

use crate::graph::{Ending, Node};
use crate::logical::{BigInteger, Date, Forms, LogicalForm, Time, Zone};
use crate::parts::{Label, parts};
use crate::value::Value;

/// More of a text than this is not shown.
const LONGEST_TEXT: usize = 60;

/// A value as a person would speak of it: `3`, `"text"`, `EUR`, `2024-02-29`, `ArrayList of 3`, `Order`.
pub fn describe(forms: &Forms, value: Value) -> String {
    let node = match value {
        Value::Null => return "null".to_owned(),
        Value::Reference(node) => node,
        primitive => return of_primitive(primitive),
    };
    let Some(parts) = parts(forms, node, None) else { return "a damaged object".to_owned() };
    let count = parts.children.len() + parts.members.len();
    match &parts.label {
        Label::String(text) => quoted(text),
        Label::ClassObject(name) => format!("{}.class", simple(name)),
        Label::Array { class } => format!("{} of {count}", simple(class)),
        Label::Primitives(elements) => format!("{} of {}", parts.label.class(), elements.len()),
        Label::Object { class, .. } => simple(class).to_owned(),
        Label::End { class, ending } => {
            let why = match ending {
                Ending::Frontier => "not looked into",
                Ending::Budget => "cut off",
                Ending::Masked => "masked",
            };
            format!("{} ({why})", simple(class))
        }
        Label::Form { class, form } => of_form(form, forms, node).unwrap_or_else(|| simple(class).to_owned()),
    }
}

fn of_form(form: &LogicalForm, forms: &Forms, node: crate::graph::NodeId) -> Option<String> {
    use LogicalForm as F;
    Some(match form {
        F::Text(chars) => quoted(chars),
        F::Boxed(value) | F::Adder(value) => of_primitive(*value),
        F::BigInteger(number) => of_integer(number),
        F::BigDecimal { unscaled, scale: 0 } => of_integer(unscaled),
        F::BigDecimal { unscaled, scale } => format!("{}E{}", of_integer(unscaled), -i64::from(*scale)),
        F::Enum { name, .. } => name.clone(),
        F::List { .. } | F::Set { .. } | F::Queue { .. } | F::Map { .. } => {
            let Node::Object { class, .. } = forms.graph().try_get(node)? else { return None };
            let class = simple(&forms.classes().try_get(*class)?.name).to_owned();
            format!("{class} of {}", forms.elements(node)?.len())
        }
        F::Instant { seconds, nanos } => format!("instant {seconds}.{nanos:09}"),
        F::Duration { seconds, nanos } => format!("{seconds}.{nanos:09} s"),
        F::LocalDate(date) => of_date(date),
        F::LocalTime(time) => of_time(time),
        F::LocalDateTime(date, time) => format!("{}T{}", of_date(date), of_time(time)),
        F::OffsetDateTime { date, time, offset } => {
            format!("{}T{}{offset:+} s", of_date(date), of_time(time))
        }
        F::ZonedDateTime { date, time, zone, .. } => {
            format!("{}T{}[{}]", of_date(date), of_time(time), of_zone(zone))
        }
        F::Year(year) => year.to_string(),
        F::YearMonth { year, month } => format!("{year}-{month:02}"),
        F::Zone(zone) => of_zone(zone),
        F::Date(millis) | F::Timestamp { millis, .. } => format!("{millis} ms"),
        F::Uuid { most, least } => format!("{most:016x}{least:016x}"),
        F::Uri(text)
        | F::Url(text)
        | F::File(text)
        | F::Currency(text)
        | F::Charset(text)
        | F::TimeZone(text) => text.clone(),
        F::InetAddress { host: Some(host), .. } | F::SocketAddress { host: Some(host), .. } => host.clone(),
        F::InetAddress { bytes, .. } => bytes.iter().map(u8::to_string).collect::<Vec<_>>().join("."),
        F::Joiner { elements, delimiter, .. } => format!("{:?}", elements.join(delimiter)),
        F::Pattern { pattern, .. } => format!("/{pattern}/"),
        F::Path(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        F::Optional(None) => "empty".to_owned(),
        F::Atomic(value) | F::Optional(Some(value)) if !matches!(value, Value::Null) => of_primitive(*value),
        F::Period { years, months, days } => format!("{years} years {months} months {days} days"),
        F::MonthDay { month, day } => format!("--{month:02}-{day:02}"),
        F::OffsetTime { time, offset } => format!("{}{offset:+} s", of_time(time)),
        F::Locale { language, script, region, variant, extensions } => {
            let parts = [language, script, region, variant, extensions].map(String::as_str);
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
        }
        F::Random { seed, .. } => format!("Random with inner seed {seed}"),
        F::ByteInput { bytes, position, .. } => format!("{} bytes at {position}", bytes.len()),
        F::ByteOutput(bytes) => format!("{} bytes", bytes.len()),
        F::Buffer { position, limit, capacity, .. } => {
            format!("buffer at {position} up to {limit} of {capacity}")
        }
        F::BitSet(words) => {
            format!("{} bits set", words.iter().map(|word| word.count_ones()).sum::<u32>())
        }
        _ => return None,
    })
}

fn of_integer(number: &BigInteger) -> String {
    match number.magnitude.len() {
        0..=32 => number.to_decimal(),
        words => format!("an integer of about {} bits", words * 32),
    }
}

fn of_date(date: &Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year, date.month, date.day)
}

fn of_time(time: &Time) -> String {
    let fraction = if time.nano == 0 { String::new() } else { format!(".{:09}", time.nano) };
    format!("{:02}:{:02}:{:02}{fraction}", time.hour, time.minute, time.second)
}

fn of_zone(zone: &Zone) -> String {
    match zone {
        Zone::Offset(seconds) => format!("{seconds:+} s"),
        Zone::Region(id) => id.clone(),
    }
}

fn of_primitive(value: Value) -> String {
    match value {
        Value::Null | Value::Reference(_) => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => value.to_string(),
        Value::Char(value) => match char::from_u32(value.into()) {
            Some(char) => format!("{char:?}"),
            None => format!("'\\u{value:04x}'"),
        },
        Value::Short(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => value.to_string(),
        Value::Float(bits) => format!("{:?}", f32::from_bits(bits)),
        Value::Double(bits) => format!("{:?}", f64::from_bits(bits)),
    }
}

fn quoted(text: &[u16]) -> String {
    match text.get(..LONGEST_TEXT) {
        Some(shown) if text.len() > LONGEST_TEXT => format!("{:?}…", String::from_utf16_lossy(shown)),
        _ => format!("{:?}", String::from_utf16_lossy(text)),
    }
}

/// A class name without its package.
pub(crate) fn simple(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name).trim_end_matches(';')
}
