//! Logical forms against the JVM: what is decoded from raw fields is what Java code says of the object,
//! for values of every supported type, on every JDK here.

mod each;

use std::path::Path;
use std::sync::LazyLock;

use reenact_base::Id;
use reenact_heap::logical::{ViewKind, Zone, supported_classes};
use reenact_heap::{Forms, LogicalForm, Node, PrimitiveArray, Value};
use reenact_testkit::check_list;

/// A value that Java code made.
struct Made {
    /// The class of its logical form; without a form, its own.
    class: String,
    has_form: bool,
    says: String,
    decoded: String,
}

/// The values of every JDK, by its feature version.
static MADE: LazyLock<Vec<(u32, Vec<Made>)>> = LazyLock::new(|| {
    let made = reenact_testkit::jdks().into_iter().map(|jdk| {
        let dump = crate::dump::values(&jdk);
        let forms = Forms::new(&dump.classes, &dump.graph);
        let made = dump.roots.iter().map(|(node, says)| {
            let Node::Object { class, .. } = dump.graph.get(*node) else { panic!("{says}") };
            let name = |class| dump.classes.get(class).name.to_string();
            let says = says.clone();
            match forms.of(*node) {
                Ok(logical) => {
                    let decoded = words(&forms, &logical.form, *node);
                    let decoded = decoded.unwrap_or_else(|| "cannot be read further".into());
                    Made { class: name(logical.class), has_form: true, says, decoded }
                }
                Err(raw) => Made { class: name(*class), has_form: false, says, decoded: format!("{raw:?}") },
            }
        });
        (jdk.version.feature, made.collect())
    });
    made.collect()
});

/// Classes that only newer JDKs have, and the JDK that brought them.
fn since(class: &str) -> u32 {
    match class {
        _ if class.contains("$UnmodifiableSequenced") || class.contains("ReverseOrder") => 21,
        _ => 0,
    }
}

/// Every JDK that has a class has values of it, and their decoded forms are as Java describes them.
#[track_caller]
fn check_class(class: &str) {
    for (feature, made) in MADE.iter().filter(|(feature, _)| since(class) <= *feature) {
        let made: Vec<&Made> = made.iter().filter(|made| made.has_form && made.class == class).collect();
        assert!(!made.is_empty(), "no value on JDK {feature}");
        made.iter().for_each(|made| made.check(*feature));
    }
}

impl Made {
    #[track_caller]
    fn check(&self, feature: u32) {
        let is_right = normal(&self.says) == normal_like(&self.decoded, &self.says);
        assert!(
            is_right,
            "{} on JDK {feature}\n  java says {}\n  decoded   {}",
            self.class, self.says, self.decoded
        );
    }
}

#[test]
fn the_list_of_classes_is_complete() {
    let mut classes: Vec<String> = supported_classes().map(str::to_owned).collect();
    classes.sort();
    classes.dedup();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/forms/each.rs");
    let comment = "A test per class with a logical form. Written by `REENACT_BLESS=1 cargo test -p reenact-heap list_of_classes`.";
    check_list(each::ITEMS, &classes, &file, comment, "super::check_class");
}

/// Objects that are not of a supported class, such as those of the subject, are compared as well.
#[test]
fn values_of_other_classes_are_what_java_says() {
    for (feature, made) in &*MADE {
        let others = made.iter().filter(|made| !made.has_form || !each::ITEMS.contains(&&*made.class));
        others.for_each(|made| made.check(*feature));
        assert!(!made.is_empty(), "no value on JDK {feature}");
    }
}

/// Words behind `~` come in any order.
fn normal(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if let Some(at) = words.iter().position(|word| *word == "~") {
        words.remove(at);
        words[at..].sort();
    }
    words
}

/// The same for what was decoded, which need not know whether there is an order in it.
fn normal_like<'t>(decoded: &'t str, says: &str) -> Vec<&'t str> {
    let mut words: Vec<&str> = decoded.split_whitespace().filter(|word| *word != "~").collect();
    if let Some(at) = says.split_whitespace().position(|word| word == "~") {
        words.get_mut(at..).unwrap_or_default().sort();
    }
    words
}

/// A form in the words of `Says.java`.
fn words(forms: &Forms, form: &LogicalForm, node: reenact_heap::NodeId) -> Option<String> {
    use LogicalForm as F;
    let date = |date: &reenact_heap::logical::Date| format!("{}-{}-{}", date.year, date.month, date.day);
    let time = |time: &reenact_heap::logical::Time| {
        format!("{}:{}:{}.{}", time.hour, time.minute, time.second, time.nano)
    };
    let zone = |zone: &Zone| match zone {
        Zone::Offset(seconds) => seconds.to_string(),
        Zone::Region(id) => id.clone(),
    };
    Some(match form {
        F::Text(chars) => format!("Text {}", hex(chars)),
        F::Joiner { prefix, delimiter, suffix, elements, empty } => {
            let text = match empty {
                Some(empty) if elements.is_empty() => empty.clone(),
                _ => format!("{prefix}{}{suffix}", elements.join(delimiter)),
            };
            format!("Joiner {}", hex_of(&text))
        }
        F::InetAddress { host, bytes, scope } => {
            let bytes: Vec<i8> = bytes.iter().map(|byte| *byte as i8).collect();
            let scope = scope.map(|scope| scope.to_string()).unwrap_or_default();
            format!("InetAddress {} {bytes:?} {scope}", hex_of(host.as_deref().unwrap_or_default()))
        }
        F::SocketAddress { host, address, port } => {
            let host = match address {
                Value::Null => hex_of(host.as_ref()?),
                address => word(*address),
            };
            format!("SocketAddress {host} {port}")
        }
        F::Boxed(value) => format!("Boxed {}", word(*value)),
        F::BigInteger(number) => format!("BigInteger {}", number.to_decimal()),
        F::BigDecimal { unscaled, scale } => format!("BigDecimal {} {scale}", unscaled.to_decimal()),
        F::Enum { class, name } => format!("Enum {class} {name}"),
        F::List { elements, .. } => format!("List{}", each(elements)),
        F::Copies { count: 0, .. } => "Copies 0".into(),
        F::Copies { count, element } => format!("Copies {count} {}", word(*element)),
        F::Queue { capacity, comparator, elements, .. } => {
            let capacity = capacity.map_or("-".into(), |capacity| capacity.to_string());
            format!("Queue {capacity} {}{}", word(*comparator), each(elements))
        }
        F::Set { kind, order, comparator, elements } => {
            use reenact_heap::logical::SetKind;
            let element_type = match kind {
                SetKind::Enum { element_type } if !elements.is_empty() => element_type,
                _ => "",
            };
            format!("Set {order:?} {element_type} {}{}", word(*comparator), each(elements))
        }
        F::Map { kind, order, comparator, entries } => {
            use reenact_heap::logical::MapKind;
            let key_type = match kind {
                MapKind::Enum { key_type } if !entries.is_empty() => key_type,
                _ => "",
            };
            let entries: String =
                entries.iter().map(|(key, value)| format!(" {}={}", word(*key), word(*value))).collect();
            format!("Map {order:?} {key_type} {}{entries}", word(*comparator))
        }
        F::Entry { key, value } => format!("Entry {}={}", word(*key), word(*value)),
        F::View { kind: ViewKind::Values | ViewKind::Entries, of: Value::Reference(of) } => {
            forms.of(*of).ok()?;
            "View -".into()
        }
        F::View { .. } => format!("View{}", each(&forms.elements(node)?)),
        F::Optional(value) => format!("Optional{}", each(value.as_slice())),
        F::Atomic(value) => format!("Atomic {}", word(*value)),
        F::AtomicArray(Value::Reference(array)) => {
            let elements = match forms.graph().get(*array) {
                Node::Array { elements, .. } => elements.clone(),
                Node::Primitives(PrimitiveArray::Int(ints)) => {
                    ints.iter().map(|int| Value::Int(*int)).collect()
                }
                Node::Primitives(PrimitiveArray::Long(longs)) => {
                    longs.iter().map(|long| Value::Long(*long)).collect()
                }
                _ => return None,
            };
            format!("AtomicArray{}", each(&elements))
        }
        F::AtomicPair { reference, mark } => format!("AtomicPair {} {}", word(*reference), word(*mark)),
        F::Adder(sum) => format!("Adder {}", word(*sum)),
        F::BitSet(bits) => {
            let set = (0..bits.len() * 64).filter(|at| bits[at / 64] >> (at % 64) & 1 == 1);
            format!("BitSet{}", set.map(|at| format!(" {at}")).collect::<String>())
        }
        F::Reference(to) => format!("Reference {}", word(*to)),
        F::Instant { seconds, nanos } => format!("Instant {seconds} {nanos}"),
        F::Duration { seconds, nanos } => format!("Duration {seconds} {nanos}"),
        F::Period { years, months, days } => format!("Period {years} {months} {days}"),
        F::LocalDate(day) => format!("LocalDate {}", date(day)),
        F::LocalTime(hour) => format!("LocalTime {}", time(hour)),
        F::LocalDateTime(day, hour) => format!("LocalDateTime {} {}", date(day), time(hour)),
        F::OffsetTime { time: hour, offset } => format!("OffsetTime {} {offset}", time(hour)),
        F::OffsetDateTime { date: day, time: hour, offset } => {
            format!("OffsetDateTime {} {} {offset}", date(day), time(hour))
        }
        F::ZonedDateTime { date: day, time: hour, offset, zone: region } => {
            format!("ZonedDateTime {} {} {offset} {}", date(day), time(hour), zone(region))
        }
        F::Year(year) => format!("Year {year}"),
        F::YearMonth { year, month } => format!("YearMonth {year} {month}"),
        F::MonthDay { month, day } => format!("MonthDay {month} {day}"),
        F::Zone(region) => format!("Zone {}", zone(region)),
        F::FixedClock { seconds, nanos, zone: region } => {
            format!("FixedClock {seconds} {nanos} {}", zone(region))
        }
        F::Date(millis) => format!("Date {millis}"),
        F::Timestamp { millis, nanos } => format!("Timestamp {millis} {nanos}"),
        F::Calendar { millis, zone, lenient, first_day_of_week, minimal_days_in_first_week, cutover } => {
            let Value::Reference(zone) = zone else { return None };
            let F::TimeZone(id) = forms.of(*zone).ok()?.form else { return None };
            format!(
                "Calendar {millis} {id} {lenient} {first_day_of_week} {minimal_days_in_first_week} {cutover}"
            )
        }
        F::TimeZone(id) => format!("TimeZone {id}"),
        F::Uuid { most, least } => {
            let hex = format!("{:032x}", u128::from(*most as u64) << 64 | u128::from(*least as u64));
            format!("Uuid {}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
        }
        F::Uri(text) => format!("Uri {}", hex_of(text)),
        F::Url(text) => format!("Url {}", hex_of(text)),
        F::Pattern { pattern, flags } => format!("Pattern {} {flags}", hex_of(pattern)),
        F::Locale { language, script, region, variant, extensions } => {
            format!("Locale {language}|{script}|{region}|{variant}|{extensions}")
        }
        F::Currency(code) => format!("Currency {code}"),
        F::Charset(name) => format!("Charset {name}"),
        F::Path(bytes) => format!("Path {}", hex_of(std::str::from_utf8(bytes).ok()?)),
        F::File(path) => format!("File {}", hex_of(path)),
        F::ByteInput { bytes, position, mark } => {
            format!("ByteInput {:?} {:?}", &bytes[*position as usize..], &bytes[*mark as usize..])
        }
        F::Lock { is_fair } => format!("Lock {is_fair}"),
        F::TextInput { is_closed: true, .. } => "TextInput closed".to_owned(),
        F::TextInput { text, position, mark, .. } => {
            let rest = |from: i32| hex_of(&String::from_utf16_lossy(&text[from as usize..]));
            format!("TextInput {} {}", rest(*position), rest(*mark))
        }
        F::ByteOutput(bytes) => format!("ByteOutput {bytes:?}"),
        F::Buffer { offset, capacity, position, limit, mark, read_only, big_endian, .. } => {
            let offset = if *read_only { "-".into() } else { offset.to_string() };
            format!("Buffer {capacity} {position} {limit} {mark} {read_only} {big_endian} {offset}")
        }
        F::Random { seed, gaussian } => {
            let mut state = *seed;
            let mut next = || {
                state = (state.wrapping_mul(0x5_DEEC_E66D) + 0xB) & ((1 << 48) - 1);
                (state >> 16) as i32
            };
            let (int, high, low) = (next(), next(), next());
            let long = (i64::from(high) << 32).wrapping_add(low.into());
            let gaussian = gaussian.map(|bits| bits.to_string()).unwrap_or_default();
            format!("Random {int} {long} {gaussian}")
        }
        F::Throwable { message, cause, suppressed } => {
            let cause = cause.unwrap_or(Value::Null);
            format!("Throwable {} {}{}", word(*message), word(cause), each(suppressed))
        }
        F::Opaque => "Opaque".into(),
        F::AtomicArray(_) => return None,
    })
}

fn each(values: &[Value]) -> String {
    values.iter().map(|value| format!(" {}", word(*value))).collect()
}

fn word(value: Value) -> String {
    match value {
        Value::Null => "n".into(),
        Value::Reference(node) => format!("r{}", node.index()),
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => value.to_string(),
        Value::Char(value) => value.to_string(),
        Value::Short(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => value.to_string(),
        Value::Float(bits) => bits.to_string(),
        Value::Double(bits) => bits.to_string(),
    }
}

fn hex(chars: &[u16]) -> String {
    let digits: String = chars.iter().map(|char| format!("{char:04x}")).collect();
    format!("x{digits}")
}

fn hex_of(text: &str) -> String {
    hex(&text.encode_utf16().collect::<Vec<_>>())
}

#[test]
fn subclasses_of_the_subject_have_a_form_and_their_own_fields() {
    let dump = crate::dump::values(&reenact_testkit::jdk());
    let forms = Forms::new(&dump.classes, &dump.graph);
    let is = |node: reenact_heap::NodeId, name: &str| match dump.graph.get(node) {
        Node::Object { class, .. } => &*dump.classes.get(*class).name == name,
        _ => false,
    };
    let own = |name: &str| {
        let (node, _) = *dump.roots.iter().find(|(node, _)| is(*node, name)).unwrap();
        let logical = forms.of(node).unwrap();
        let own: Vec<(String, Value)> =
            logical.own.iter().map(|(_, field, value)| (field.name.to_string(), *value)).collect();
        (dump.classes.get(logical.class).name.to_string(), own)
    };
    assert_eq!(
        own("Values$Basket"),
        ("java/util/ArrayList".into(), vec![("discount".into(), Value::Int(5))])
    );
    assert_eq!(own("Values$Failure"), ("java/lang/Throwable".into(), vec![("code".into(), Value::Int(7))]));
    assert_eq!(own("java/util/HashMap"), ("java/util/HashMap".into(), vec![]));
}
