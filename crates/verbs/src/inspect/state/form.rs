//! Logical forms in reports: text for values, parts for containers.

use reenact_heap::logical::ViewKind;
use reenact_heap::{LogicalForm, Value, words};

use LogicalForm as F;

/// The parts of an object with a logical form.
#[derive(Default)]
pub(super) struct Content {
    pub text: String,
    pub named: Vec<(&'static str, Value)>,
    pub elements: Vec<Value>,
    /// Whether the order of the elements means something.
    pub is_ordered: bool,
    pub entries: Vec<(Value, Value)>,
    /// Whether nothing in it means anything outside its JVM.
    pub is_opaque: bool,
}

/// The text of an immutable value that refers to nothing: which of two equal ones it is does not matter.
/// `class` is the internal name of its class; for a constant, that of its enum.
pub(super) fn value(form: &LogicalForm, chars: usize, class: &str) -> Option<String> {
    let words = || words::form(form, chars);
    let named = |name: &str| words().map(|words| format!("{name} {words}"));
    match form {
        F::Boxed(_) | F::BigInteger(_) | F::BigDecimal { .. } => words(),
        F::Enum { class, name } => {
            Some(format!("{}.{}", words::simple_type_name(class), words::printable(name)))
        }
        F::Optional(None) => Some(words::simple_type_name(class) + ".empty"),
        F::Path(_) => named("Path"),
        F::Charset(_) => named("Charset"),
        F::Zone(_) => named("ZoneId"),
        F::FixedClock { .. } => named("Clock"),
        F::Optional(_)
        | F::Instant { .. }
        | F::Duration { .. }
        | F::Period { .. }
        | F::LocalDate(_)
        | F::LocalTime(_)
        | F::LocalDateTime(..)
        | F::OffsetTime { .. }
        | F::OffsetDateTime { .. }
        | F::ZonedDateTime { .. }
        | F::Year(_)
        | F::YearMonth { .. }
        | F::MonthDay { .. }
        | F::Uuid { .. }
        | F::Uri(_)
        | F::Url(_)
        | F::Pattern { .. }
        | F::Locale { .. }
        | F::Currency(_)
        | F::File(_)
        | F::InetAddress { .. } => named(&words::simple_type_name(class)),
        _ => None,
    }
}

/// Returns the parts of an object with this form.
pub(super) fn content(form: LogicalForm, chars: usize) -> Content {
    // Before it is taken apart: what can be said in words altogether.
    let text = words::form(&form, chars).unwrap_or_default();
    let mut content = Content { text, is_ordered: true, ..Content::default() };
    match form {
        F::List { elements, .. } => {
            content.text = format!("of {}", elements.len());
            content.elements = elements;
        }
        F::Queue { comparator, elements, .. } => {
            content.text = format!("of {}", elements.len());
            content.elements = elements;
            content.named.push(("comparator", comparator));
        }
        F::Set { order, comparator, elements, .. } => {
            content.text = format!("of {}", elements.len());
            content.is_ordered = order != reenact_heap::logical::Order::None;
            content.elements = elements;
            content.named.push(("comparator", comparator));
        }
        F::Map { kind, comparator, entries, .. } => {
            content.text = format!("of {}", entries.len());
            content.entries = entries;
            content.named.push(("comparator", comparator));
            if let reenact_heap::logical::MapKind::Properties { defaults } = kind {
                content.named.push(("defaults", defaults));
            }
        }
        F::Copies { count, element } => {
            content.text = format!("of {count} copies");
            content.named.push(("element", element));
        }
        F::Entry { key, value } => content.entries.push((key, value)),
        F::View { kind, of } => {
            content.text = format!("({})", view(&kind));
            content.named.push(("shows", of));
            if let ViewKind::Synchronized { mutex } = kind {
                content.named.push(("mutex", mutex));
            }
        }
        F::Optional(Some(value @ Value::Reference(_))) => content.named.push(("value", value)),
        // Null is worth a word here: it is what the object is for.
        F::Atomic(Value::Null) | F::Reference(Value::Null) => content.text = "null".to_owned(),
        F::Atomic(value @ Value::Reference(_)) => content.named.push(("value", value)),
        F::AtomicArray(array) => content.named.push(("array", array)),
        F::AtomicPair { reference, mark } => content.named.extend([("reference", reference), ("mark", mark)]),
        F::Reference(referent) => content.named.push(("referent", referent)),
        F::Calendar { millis, zone, .. } => {
            content.text =
                words::instant(millis.div_euclid(1000), millis.rem_euclid(1000) as i32 * 1_000_000);
            content.named.push(("zone", zone));
        }
        F::SocketAddress { address, port, .. } => {
            content.named.extend([("address", address), ("port", Value::Int(port))]);
        }
        F::Buffer { array, position, limit, capacity, .. } => {
            content.text = format!("at {position} up to {limit} of {capacity}");
            content.named.push(("array", array));
        }
        F::Throwable { message, cause, suppressed } => {
            content.named.extend([("message", message), ("cause", cause.unwrap_or(Value::Null))]);
            content.named.extend(suppressed.into_iter().map(|suppressed| ("suppressed", suppressed)));
        }
        F::Opaque => {
            content.text = "(means nothing outside its JVM)".to_owned();
            content.is_opaque = true;
        }
        _ => {}
    }
    // Absent parts are not listed.
    content.named.retain(|(_, value)| *value != Value::Null);
    content
}

fn view(kind: &ViewKind) -> &'static str {
    match kind {
        ViewKind::Unmodifiable => "unmodifiable view",
        ViewKind::Synchronized { .. } => "synchronized view",
        ViewKind::Checked { .. } => "checked view",
        ViewKind::ArrayAsList => "list over an array",
        ViewKind::SubList { .. } => "part of a list",
        ViewKind::SubMap { .. } => "part of a map",
        ViewKind::Keys => "keys of a map",
        ViewKind::Values => "values of a map",
        ViewKind::Entries => "entries of a map",
        ViewKind::SetFromMap => "set over a map",
        ViewKind::LifoQueue => "stack over a deque",
        ViewKind::Reversed => "reversed view",
    }
}
