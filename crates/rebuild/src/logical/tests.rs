//! Forms made by hand, as Java that a person reads. That the Java makes what was recorded is tested against the
//! JVM in `tests/it/forms`.

use reenact_base::Id;
use reenact_heap::logical::{
    BigInteger, Date, ListKind, MapKind, Order, QueueKind, SetKind, Time, ViewKind, Zone,
};
use reenact_heap::{Class, ClassKind, Classes, Field, HeapGraph, words};

use super::*;

/// A graph of the strings "a", "b", "c" and so on, for forms to refer to.
struct Letters {
    classes: Classes,
    graph: HeapGraph,
}

impl Letters {
    fn new() -> Self {
        let mut graph = HeapGraph::new();
        for letter in 'a'..='z' {
            graph.add(Node::String(vec![letter as u16]));
        }
        Letters { classes: Classes::new(), graph }
    }

    /// The Java of a form, at a Java level; a dash if there is none.
    fn java(&self, class: &str, form: &LogicalForm, style: Style, release: u8) -> String {
        let forms = Forms::new(&self.classes, &self.graph);
        let target = Target { forms: &forms, node: NodeId::from_index(99), class, style, release };
        match of_form(&target, form) {
            Ok(Some(shape)) => java(&forms, &shape),
            Ok(None) => "-".to_owned(),
            Err(reason) => format!("{reason:?}"),
        }
    }
}

/// The letter at a place of the alphabet, from 0 on.
fn letter(at: usize) -> Value {
    Value::Reference(NodeId::from_index(at))
}

fn letters(count: usize) -> Vec<Value> {
    (0..count).map(letter).collect()
}

/// A shape as Java without packages and casts.
fn java(forms: &Forms<'_>, shape: &Shape) -> String {
    let mut text = making(forms, &shape.making);
    for filling in &shape.then {
        text += &match filling {
            Filling::Call { method, arguments } => format!("; .{}({})", method.name, list(forms, arguments)),
            Filling::CallStatic { method, arguments } => {
                format!("; {}.{}({})", simple(&method.class), method.name, list(forms, arguments))
            }
        };
    }
    text
}

fn simple(class: &str) -> String {
    words::simple_type_name(class).replace('$', ".")
}

fn making(forms: &Forms<'_>, expression: &Making) -> String {
    match expression {
        Making::Constructor { method, arguments, .. } => {
            format!("new {}({})", simple(&method.class), list(forms, arguments))
        }
        Making::Factory { method, arguments } => {
            format!("{}.{}({})", simple(&method.class), method.name, list(forms, arguments))
        }
        Making::Result { on, method, arguments } => {
            format!("{}.{}({})", operand(forms, on), method.name, list(forms, arguments))
        }
        Making::Chain { first, calls } => {
            calls.iter().fold(making(forms, first), |on, (method, arguments)| {
                format!("{on}.{}({})", method.name, list(forms, arguments))
            })
        }
        Making::StaticField(member) => format!("{}.{}", simple(&member.class), member.name),
        Making::String(text) => words::literal(text, 1000),
        Making::ClassLiteral(name) => format!("{}.class", simple(name)),
        Making::Array { descriptor, elements } => {
            format!("new {} {{{}}}", words::descriptor_name(descriptor), list(forms, elements))
        }
        Making::EmptyArray { descriptor, length } => {
            format!("new {}[{length}]", words::descriptor_name(&descriptor[1..]))
        }
        other => format!("{other:?}"),
    }
}

fn list(forms: &Forms<'_>, operands: &[Operand]) -> String {
    let written = operands.iter().map(|one| operand(forms, one)).filter(|one| !one.is_empty());
    written.collect::<Vec<_>>().join(", ")
}

fn operand(forms: &Forms<'_>, one: &Operand) -> String {
    match one {
        Operand::Value(Value::Reference(node)) => match forms.text(Value::Reference(*node)) {
            Some(text) => words::literal(text, 1000),
            None => "it".to_owned(),
        },
        Operand::Value(value) => words::primitive(*value),
        Operand::Inline(inlined) => making(forms, inlined),
        Operand::Spread(operands) => list(forms, operands),
        Operand::Object(_) => "?".to_owned(),
    }
}

/// Checks rows of class, form, Java level and the Java that is expected, all at once.
fn check(rows: &[(&str, LogicalForm, u8, &str)]) {
    check_in(Style::Compact, rows);
}

fn check_in(style: Style, rows: &[(&str, LogicalForm, u8, &str)]) {
    let all = Letters::new();
    for (class, form, release, expected) in rows {
        assert_eq!(all.java(class, form, style, *release), *expected, "{class} {form:?} at level {release}");
    }
}

fn integer(digits: u32) -> BigInteger {
    BigInteger { negative: false, magnitude: if digits == 0 { vec![] } else { vec![digits] } }
}

#[test]
fn lists_as_a_person_writes_them() {
    let of = |kind, count| LogicalForm::List { kind, elements: letters(count) };
    let with_null = LogicalForm::List { kind: ListKind::ArrayList, elements: vec![letter(0), Value::Null] };
    let null = LogicalForm::List { kind: ListKind::ArrayList, elements: vec![Value::Null] };
    let list = "java/util/ArrayList";
    check(&[
        (list, of(ListKind::ArrayList, 0), 17, "new ArrayList()"),
        (list, of(ListKind::ArrayList, 2), 17, r#"new ArrayList(List.of("a", "b"))"#),
        (list, of(ListKind::ArrayList, 2), 8, r#"new ArrayList(Arrays.asList("a", "b"))"#),
        (list, of(ListKind::ArrayList, 1), 8, r#"new ArrayList(Collections.singletonList("a"))"#),
        (list, with_null, 17, r#"new ArrayList(Arrays.asList("a", null))"#),
        (list, null, 17, "new ArrayList(Collections.singletonList(null))"),
        ("java/util/Stack", of(ListKind::Vector, 2), 17, r#"new Stack(); .push("a"); .push("b")"#),
        ("java/util/ImmutableCollections$List12", of(ListKind::Immutable, 2), 9, r#"List.of("a", "b")"#),
        ("java/util/ImmutableCollections$List12", of(ListKind::Immutable, 2), 8, "-"),
        ("java/util/ImmutableCollections$ListN", of(ListKind::Immutable, 2), 17, "-"),
        ("java/util/ImmutableCollections$ListN", of(ListKind::Immutable, 0), 17, "List.of()"),
        (
            "java/util/ImmutableCollections$ListN",
            of(ListKind::ImmutableWithNulls, 1),
            16,
            r#"Stream.of("a").toList()"#,
        ),
        ("java/util/ImmutableCollections$ListN", of(ListKind::ImmutableWithNulls, 1), 15, "-"),
        ("java/util/Collections$EmptyList", of(ListKind::Empty, 0), 8, "Collections.emptyList()"),
    ]);
    let rows = [(list, of(ListKind::ArrayList, 2), 17, r#"new ArrayList(); .add("a"); .add("b")"#)];
    check_in(Style::Stepwise, &rows);
}

#[test]
fn maps_sets_and_queues_as_a_person_writes_them() {
    let map = |kind, order, count| LogicalForm::Map {
        kind,
        order,
        comparator: Value::Null,
        entries: letters(count).into_iter().map(|letter| (letter, letter)).collect(),
    };
    let set = |kind, order, comparator| LogicalForm::Set { kind, order, comparator, elements: letters(2) };
    let queue =
        |kind, capacity| LogicalForm::Queue { kind, capacity, comparator: Value::Null, elements: letters(2) };
    let many = map(MapKind::Hash, Order::None, 11);
    let all = Letters::new();
    assert!(
        all.java("java/util/HashMap", &many, Style::Compact, 17)
            .starts_with("new HashMap(); .put(\"a\", \"a\")")
    );
    check(&[
        ("java/util/HashMap", map(MapKind::Hash, Order::None, 1), 17, r#"new HashMap(Map.of("a", "a"))"#),
        ("java/util/HashMap", map(MapKind::Hash, Order::None, 1), 8, r#"new HashMap(); .put("a", "a")"#),
        (
            "java/util/LinkedHashMap",
            map(MapKind::LinkedHash, Order::Access, 1),
            17,
            r#"new LinkedHashMap(16, 0.75, true); .put("a", "a")"#,
        ),
        ("java/util/ImmutableCollections$MapN", map(MapKind::Immutable, Order::None, 1), 17, "-"),
        (
            "java/util/ImmutableCollections$Map1",
            map(MapKind::Immutable, Order::None, 1),
            17,
            r#"Map.of("a", "a")"#,
        ),
        (
            "java/util/TreeSet",
            set(SetKind::Tree, Order::Sorted, Value::Null),
            17,
            r#"new TreeSet(List.of("a", "b"))"#,
        ),
        (
            "java/util/TreeSet",
            set(SetKind::Tree, Order::Sorted, letter(25)),
            17,
            r#"new TreeSet("z"); Collections.addAll(it, "a", "b")"#,
        ),
        (
            "java/util/ArrayDeque",
            queue(QueueKind::ArrayDeque, None),
            17,
            r#"new ArrayDeque(List.of("a", "b"))"#,
        ),
        (
            "java/util/concurrent/ArrayBlockingQueue",
            queue(QueueKind::ArrayBlocking, Some(5)),
            17,
            r#"new ArrayBlockingQueue(5); Collections.addAll(it, "a", "b")"#,
        ),
        ("java/util/concurrent/ArrayBlockingQueue", queue(QueueKind::ArrayBlocking, Some(1)), 17, "-"),
        (
            "java/util/Collections$UnmodifiableRandomAccessList",
            LogicalForm::View { kind: ViewKind::Unmodifiable, of: letter(0) },
            8,
            r#"Collections.unmodifiableList("a")"#,
        ),
        (
            "java/util/ArrayList$SubList",
            LogicalForm::View { kind: ViewKind::SubList { offset: 2, size: 3 }, of: letter(0) },
            8,
            r#""a".subList(2, 5)"#,
        ),
    ]);
}

#[test]
fn numbers_as_a_person_writes_them() {
    let decimal = |digits, scale| LogicalForm::BigDecimal { unscaled: integer(digits), scale };
    let (big_decimal, big_integer) = ("java/math/BigDecimal", "java/math/BigInteger");
    let negative_zero = BigInteger { negative: true, magnitude: vec![] };
    check(&[
        ("java/lang/Integer", LogicalForm::Boxed(Value::Int(5)), 17, "Integer.valueOf(5)"),
        ("java/lang/Integer", LogicalForm::Boxed(Value::Long(5)), 17, "-"),
        (big_decimal, decimal(0, 0), 8, "BigDecimal.ZERO"),
        (big_decimal, decimal(0, 2), 8, r#"new BigDecimal("0.00")"#),
        (big_decimal, decimal(2, 0), 18, r#"new BigDecimal("2")"#),
        (big_decimal, decimal(2, 0), 19, "BigDecimal.TWO"),
        (big_decimal, decimal(1250, 2), 8, r#"new BigDecimal("12.50")"#),
        (big_decimal, decimal(7, -3), 8, "BigDecimal.valueOf(7, -3)"),
        (big_integer, LogicalForm::BigInteger(integer(2)), 8, "BigInteger.valueOf(2)"),
        (big_integer, LogicalForm::BigInteger(integer(2)), 9, "BigInteger.TWO"),
        (big_integer, LogicalForm::BigInteger(negative_zero), 9, "-"),
        (
            big_integer,
            LogicalForm::BigInteger(BigInteger { negative: true, magnitude: vec![1, 0, 0] }),
            9,
            r#"new BigInteger("-18446744073709551616")"#,
        ),
        ("java/util/BitSet", LogicalForm::BitSet(vec![0b1110_0100]), 8, "new BitSet(); .set(2); .set(5, 8)"),
        (
            "java/util/Random",
            LogicalForm::Random { seed: 42 ^ 0x5_DEEC_E66D, gaussian: None },
            8,
            "new Random(42)",
        ),
        (
            "java/util/Random",
            LogicalForm::Random { seed: (-1 ^ 0x5_DEEC_E66D) & ((1 << 48) - 1), gaussian: None },
            8,
            "new Random(-1)",
        ),
    ]);
}

#[test]
fn times_as_a_person_writes_them() {
    let (date, half_past) =
        (Date { year: 2024, month: 3, day: 1 }, Time { hour: 9, minute: 30, second: 0, nano: 0 });
    let night = Time { hour: 2, ..half_past };
    let duration = |seconds, nanos| LogicalForm::Duration { seconds, nanos };
    let zoned_in = |time, id: &str| {
        let zone = Zone::Region(id.to_owned());
        LogicalForm::ZonedDateTime { date, time, offset: 3600, zone }
    };
    let zoned = |time| zoned_in(time, "Europe/Berlin");
    let (local, length, moment) = ("java/time/LocalDateTime", "java/time/Duration", "java/time/Instant");
    check(&[
        (length, duration(0, 0), 8, "Duration.ZERO"),
        (length, duration(300, 0), 8, "Duration.ofMinutes(5)"),
        (length, duration(90, 500_000_000), 8, "Duration.ofMillis(90500)"),
        (length, duration(5, 7), 8, "Duration.ofSeconds(5, 7)"),
        (length, duration(-1, 999_999_993), 8, "Duration.ofNanos(-7)"),
        (length, duration(i64::MAX, 5), 8, "Duration.ofSeconds(9223372036854775807, 5)"),
        (length, duration(1, -5), 8, "-"),
        (moment, LogicalForm::Instant { seconds: 0, nanos: 0 }, 8, "Instant.EPOCH"),
        (
            moment,
            LogicalForm::Instant { seconds: 1_709_285_400, nanos: 0 },
            8,
            r#"Instant.parse("2024-03-01T09:30:00Z")"#,
        ),
        (moment, LogicalForm::Instant { seconds: i64::MAX, nanos: 0 }, 8, "-"),
        ("java/time/LocalDate", LogicalForm::LocalDate(date), 8, "LocalDate.of(2024, 3, 1)"),
        ("java/time/LocalDate", LogicalForm::LocalDate(Date { month: 2, day: 30, ..date }), 8, "-"),
        ("java/time/LocalTime", LogicalForm::LocalTime(half_past), 8, "LocalTime.of(9, 30)"),
        (local, LogicalForm::LocalDateTime(date, half_past), 8, "LocalDateTime.of(2024, 3, 1, 9, 30)"),
        (
            "java/time/OffsetTime",
            LogicalForm::OffsetTime { time: half_past, offset: -19_800 },
            8,
            "OffsetTime.of(LocalTime.of(9, 30), ZoneOffset.ofHoursMinutes(-5, -30))",
        ),
        (
            "java/time/ZonedDateTime",
            zoned(half_past),
            8,
            r#"ZonedDateTime.of(LocalDateTime.of(2024, 3, 1, 9, 30), ZoneId.of("Europe/Berlin"))"#,
        ),
        (
            "java/time/ZonedDateTime",
            zoned(night),
            8,
            "ZonedDateTime.ofLocal(LocalDateTime.of(2024, 3, 1, 2, 30), ZoneId.of(\"Europe/Berlin\"), ZoneOffset.ofHours(1))",
        ),
        (
            "java/time/ZonedDateTime",
            zoned_in(night, "UTC"),
            8,
            r#"ZonedDateTime.of(LocalDateTime.of(2024, 3, 1, 2, 30), ZoneId.of("UTC"))"#,
        ),
        ("java/util/Date", LogicalForm::Date(1_700_000_000_000), 8, "new Date(1700000000000)"),
    ]);
}

#[test]
fn names_as_a_person_writes_them() {
    let locale = |parts: [&str; 5]| {
        let [language, script, region, variant, extensions] = parts.map(str::to_owned);
        LogicalForm::Locale { language, script, region, variant, extensions }
    };
    let pattern = |flags| LogicalForm::Pattern { pattern: "a+".to_owned(), flags };
    let (name, regex) = ("java/util/Locale", "java/util/regex/Pattern");
    let url = |text: &str| LogicalForm::Url(text.to_owned());
    let bytes = |text: &str| text.bytes().map(|byte| byte as i8).collect();
    let input = |text: &str, position, mark| LogicalForm::ByteInput { bytes: bytes(text), position, mark };
    let lock = "java/util/concurrent/locks/ReentrantLock";
    let reader = |text: &str, position, mark, is_closed| LogicalForm::TextInput {
        text: text.encode_utf16().collect(),
        position,
        mark,
        is_closed,
    };
    check(&[
        (name, locale(["en", "", "US", "", ""]), 8, "Locale.US"),
        (name, locale(["zh", "Hant", "TW", "", ""]), 8, r#"Locale.forLanguageTag("zh-Hant-TW")"#),
        (name, locale(["no", "", "NO", "NY", ""]), 18, r#"new Locale("no", "NO", "NY")"#),
        (name, locale(["no", "", "NO", "NY", ""]), 19, r#"Locale.of("no", "NO", "NY")"#),
        (regex, pattern(0), 8, r#"Pattern.compile("a+")"#),
        (regex, pattern(2), 8, r#"Pattern.compile("a+", Pattern.CASE_INSENSITIVE)"#),
        (regex, pattern(66), 8, r#"Pattern.compile("a+", 66)"#),
        ("java/net/URL", url("http://host"), 17, r#"new URL("http://host")"#),
        ("java/net/URL", url("http://host"), 21, r#"URI.create("http://host").toURL()"#),
        ("java/net/URL", url("http://host/a b"), 21, r#"new URL("http://host/a b")"#),
        ("sun/nio/fs/UnixPath", LogicalForm::Path(b"a/b".to_vec()), 11, r#"Path.of("a/b")"#),
        ("sun/nio/fs/UnixPath", LogicalForm::Path(b"a/b".to_vec()), 8, r#"Paths.get("a/b")"#),
        ("sun/nio/fs/UnixPath", LogicalForm::Path(vec![0xff]), 11, "-"),
        (
            "java/util/UUID",
            LogicalForm::Uuid { most: -1, least: 1 },
            8,
            r#"UUID.fromString("ffffffff-ffff-ffff-0000-000000000001")"#,
        ),
        (
            "java/io/ByteArrayInputStream",
            input("some text", 5, 0),
            8,
            r#"new ByteArrayInputStream("some text".getBytes(StandardCharsets.UTF_8)); .skip(5)"#,
        ),
        (
            "java/io/ByteArrayInputStream",
            input("ab", 1, 1),
            8,
            "new ByteArrayInputStream(new byte[] {97, 98}, 1, 1)",
        ),
        ("java/io/ByteArrayInputStream", input("ab", 0, 1), 8, "-"),
        (lock, LogicalForm::Lock { is_fair: false }, 8, "new ReentrantLock()"),
        (lock, LogicalForm::Lock { is_fair: true }, 8, "new ReentrantLock(true)"),
        ("java/io/StringReader", reader("ab", 0, 0, false), 8, r#"new StringReader("ab")"#),
        (
            "java/io/StringReader",
            reader("abc", 3, 1, false),
            8,
            r#"new StringReader("abc"); .skip(1); .mark(0); .skip(2)"#,
        ),
        ("java/io/StringReader", reader("", 0, 0, true), 8, r#"new StringReader(""); .close()"#),
        ("java/io/StringReader", reader("ab", 0, 1, false), 8, "-"),
        ("java/io/StringWriter", LogicalForm::Text(vec![0x78]), 8, r#"new StringWriter().append("x")"#),
    ]);
}

/// An object that holds itself cannot be written in one expression.
#[test]
fn what_holds_itself_is_filled_afterwards() {
    let (mut classes, mut graph) = (Classes::new(), HeapGraph::new());
    let fields = [("value", "Ljava/lang/Object;")]
        .map(|(name, descriptor)| Field { name: name.into(), descriptor: descriptor.into() });
    let mut class = |name: &str| {
        let (name, kind, fields) = (name.into(), ClassKind::Plain, fields.to_vec());
        classes.add(Class { name, kind, superclass: None, interfaces: vec![], fields })
    };
    let (atomic, optional) =
        (class("java/util/concurrent/atomic/AtomicReference"), class("java/util/Optional"));
    let [one, two] = [0, 1].map(NodeId::from_index);
    graph.add(Node::Object { class: atomic, fields: vec![Value::Reference(one)] });
    graph.add(Node::Object { class: optional, fields: vec![Value::Reference(two)] });
    let forms = Forms::new(&classes, &graph);
    let made = shape(&forms, one, Style::Compact, 17).unwrap();
    assert_eq!(java(&forms, &made), "new AtomicReference(); .set(it)");
    assert_eq!(shape(&forms, two, Style::Compact, 17), Err(Reason::Cycle));
    assert_eq!(shape(&forms, NodeId::from_index(7), Style::Compact, 17), Err(Reason::NotCaptured));
}

#[test]
fn operands_are_visited_wherever_they_are() {
    let all = Letters::new();
    let forms = Forms::new(&all.classes, &all.graph);
    let target = Target {
        forms: &forms,
        node: NodeId::from_index(99),
        class: "java/util/TreeSet",
        style: Style::Compact,
        release: 17,
    };
    let form = LogicalForm::Set {
        kind: SetKind::Tree,
        order: Order::Sorted,
        comparator: letter(25),
        elements: letters(3),
    };
    let mut shape = of_form(&target, &form).unwrap().unwrap();
    assert_eq!(shape.needs(), [NodeId::from_index(25)]);
    let mut seen = Vec::new();
    shape.each_operand(|operand| {
        if let Operand::Value(Value::Reference(node)) = operand {
            seen.push(node.index());
        }
    });
    assert_eq!(seen, [25, 99, 0, 1, 2]);
}

#[test]
fn no_exception_is_in_the_table_twice() {
    let mut classes: Vec<&str> = supported_throwables().map(|(class, _)| class).collect();
    let count = classes.len();
    classes.sort_unstable();
    classes.dedup();
    assert_eq!(classes.len(), count);
}
