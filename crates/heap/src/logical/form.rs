//! The forms: what an object of the JDK is, apart from how the JDK keeps it.

use super::kind::{ListKind, MapKind, Order, QueueKind, SetKind, ViewKind};
use crate::value::Value;

/// The meaning of a JDK object. Together with its class it is all that a plan needs to make such
/// an object again. References in it are the subject's objects; what the JDK keeps in between is gone.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LogicalForm {
    /// The text of a `StringBuilder`, `StringBuffer` or `StringWriter`.
    Text(Vec<u16>),
    /// A `StringJoiner`.
    Joiner {
        prefix: String,
        delimiter: String,
        suffix: String,
        elements: Vec<String>,
        /// Its text while there are no elements, if that is not prefix and suffix.
        empty: Option<String>,
    },
    /// The value in an `Integer`, `Boolean` and so on.
    Boxed(Value),
    BigInteger(BigInteger),
    /// `unscaled` times ten to the power of `-scale`.
    BigDecimal {
        unscaled: BigInteger,
        scale: i32,
    },
    /// A constant of an enum, by the internal name of the enum, whatever class body the constant has.
    Enum {
        class: Box<str>,
        name: String,
    },
    /// A list, first element first.
    List {
        kind: ListKind,
        elements: Vec<Value>,
    },
    /// `Collections.nCopies`.
    Copies {
        count: i32,
        element: Value,
    },
    /// A queue or deque, in the order in which it iterates. Adding the elements of a priority queue in
    /// this order to an empty one gives the same queue.
    Queue {
        kind: QueueKind,
        capacity: Option<i32>,
        /// `Null` for natural order and for queues without any.
        comparator: Value,
        elements: Vec<Value>,
    },
    Set {
        kind: SetKind,
        order: Order,
        comparator: Value,
        elements: Vec<Value>,
    },
    Map {
        kind: MapKind,
        order: Order,
        comparator: Value,
        entries: Vec<(Value, Value)>,
    },
    /// A `Map.Entry` on its own.
    Entry {
        key: Value,
        value: Value,
    },
    /// Something that shows another object: `Collections.unmodifiableList`, `Arrays.asList`, `subList`,
    /// `keySet`. What is written to the one is seen in the other, so it is not a copy.
    View {
        kind: ViewKind,
        of: Value,
    },
    /// An `Optional` of any kind, with the value in it: a reference, or a primitive.
    Optional(Option<Value>),
    /// An `AtomicInteger`, `AtomicLong`, `AtomicBoolean` or `AtomicReference`.
    Atomic(Value),
    /// An atomic array, by the array in it, which is not shared.
    AtomicArray(Value),
    /// An `AtomicStampedReference` or `AtomicMarkableReference`: the reference, and an `Int` or `Boolean`.
    AtomicPair {
        reference: Value,
        mark: Value,
    },
    /// A `LongAdder` or `DoubleAdder`: its sum, a `Long` or a `Double`.
    Adder(Value),
    /// The bits of a `BitSet` in words of 64, lowest first, without zero words at the end.
    BitSet(Vec<u64>),
    /// A `java.lang.ref.Reference` and what it still refers to.
    Reference(Value),
    Instant {
        seconds: i64,
        nanos: i32,
    },
    Duration {
        seconds: i64,
        nanos: i32,
    },
    Period {
        years: i32,
        months: i32,
        days: i32,
    },
    LocalDate(Date),
    LocalTime(Time),
    LocalDateTime(Date, Time),
    OffsetTime {
        time: Time,
        offset: i32,
    },
    /// `offset` in seconds east of Greenwich.
    OffsetDateTime {
        date: Date,
        time: Time,
        offset: i32,
    },
    /// The offset tells apart the two hours that a clock change repeats.
    ZonedDateTime {
        date: Date,
        time: Time,
        offset: i32,
        zone: Zone,
    },
    Year(i32),
    YearMonth {
        year: i32,
        month: i32,
    },
    MonthDay {
        month: i32,
        day: i32,
    },
    /// A `ZoneOffset` or a region of the time-zone database.
    Zone(Zone),
    /// A `java.time.Clock` that stands still.
    FixedClock {
        seconds: i64,
        nanos: i32,
        zone: Zone,
    },
    /// A `java.util.Date`, `java.sql.Date` or `java.sql.Time`: milliseconds of the epoch.
    Date(i64),
    /// A `java.sql.Timestamp`: milliseconds of the epoch, and all digits of the second's fraction.
    Timestamp {
        millis: i64,
        nanos: i32,
    },
    /// A `GregorianCalendar` whose time is set.
    Calendar {
        millis: i64,
        zone: Value,
        lenient: bool,
        first_day_of_week: i32,
        minimal_days_in_first_week: i32,
        /// When the Gregorian calendar begins, in milliseconds of the epoch.
        cutover: i64,
    },
    /// A `java.util.TimeZone` of the time-zone database.
    TimeZone(String),
    Uuid {
        most: i64,
        least: i64,
    },
    Uri(String),
    Url(String),
    /// The pattern and the flags that it was compiled with.
    Pattern {
        pattern: String,
        flags: i32,
    },
    /// Parts that the locale does not have are empty. Extensions are as in a language tag: `u-ca-roc`.
    Locale {
        language: String,
        script: String,
        region: String,
        variant: String,
        extensions: String,
    },
    Currency(String),
    Charset(String),
    /// A path of the default file system, as the bytes that the operating system has.
    Path(Vec<u8>),
    File(String),
    /// An `InetAddress`. The host's name is there if it was given or looked up.
    InetAddress {
        host: Option<String>,
        /// 4 or 16.
        bytes: Vec<u8>,
        scope: Option<i32>,
    },
    /// An `InetSocketAddress`; one that was not resolved has no address.
    SocketAddress {
        host: Option<String>,
        address: Value,
        port: i32,
    },
    /// A `ByteArrayInputStream`: all bytes, those already read as well.
    ByteInput {
        bytes: Vec<i8>,
        position: i32,
        mark: i32,
    },
    ByteOutput(Vec<i8>),
    /// A `ReentrantLock`. The thread that holds it is of no interest: calls of a test are made by one thread, which may take it again.
    Lock {
        is_fair: bool,
    },
    /// A `StringReader`: the whole text, what was already read as well; empty if the reader is closed.
    TextInput {
        text: Vec<u16>,
        position: i32,
        mark: i32,
        is_closed: bool,
    },
    /// A heap buffer of `java.nio` over a part of an array.
    Buffer {
        array: Value,
        offset: i32,
        capacity: i32,
        position: i32,
        limit: i32,
        /// -1 if there is none.
        mark: i32,
        read_only: bool,
        /// Of a `ByteBuffer`; other buffers have the order of the machine.
        big_endian: bool,
    },
    /// A `java.util.Random`, by its inner seed, and the second number of a pair of Gaussian ones if that
    /// is still to be handed out. `new Random(seed ^ 0x5DEECE66D)` has this inner seed.
    Random {
        seed: i64,
        gaussian: Option<u64>,
    },
    /// An exception or error. Its stack trace is about the run, not about the object.
    Throwable {
        message: Value,
        /// `None` if `initCause` may still be called.
        cause: Option<Value>,
        suppressed: Vec<Value>,
    },
    /// Something that only means anything in its own JVM: a thread, a class loader, a source of secure
    /// random numbers. Nothing can be claimed of what is in it.
    Opaque,
}

/// An integer of any size: its sign, and its magnitude in words of 32 bits, highest first, without
/// leading zeros.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BigInteger {
    pub negative: bool,
    pub magnitude: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Date {
    pub year: i32,
    pub month: u8,
    pub day: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Time {
    pub hour: u8,
    pub minute: u8,
    pub second: u8,
    pub nano: u32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Zone {
    /// Seconds east of Greenwich.
    Offset(i32),
    Region(String),
}

impl LogicalForm {
    /// Whether it is a value of the JDK that nothing changes, as far as it does not refer to what changes.
    pub fn is_immutable(&self) -> bool {
        use LogicalForm as F;
        match self {
            F::List { kind, .. } => {
                matches!(kind, ListKind::Immutable | ListKind::ImmutableWithNulls | ListKind::Empty)
            }
            F::Set { kind, .. } => matches!(kind, SetKind::Immutable | SetKind::Empty),
            F::Map { kind, .. } => matches!(kind, MapKind::Immutable | MapKind::Empty),
            F::BigInteger(_) | F::BigDecimal { .. } | F::Optional(_) | F::Uuid { .. } => true,
            F::Instant { .. } | F::Duration { .. } | F::Period { .. } => true,
            F::LocalDate(_) | F::LocalTime(_) | F::LocalDateTime(..) => true,
            F::OffsetTime { .. } | F::OffsetDateTime { .. } | F::ZonedDateTime { .. } => true,
            F::Year(_) | F::YearMonth { .. } | F::MonthDay { .. } | F::Zone(_) => true,
            F::FixedClock { .. } => true,
            F::Uri(_) | F::Url(_) | F::Path(_) | F::File(_) | F::Pattern { .. } => true,
            F::Locale { .. } | F::Currency(_) | F::Charset(_) | F::InetAddress { .. } => true,
            _ => false,
        }
    }

    /// Visits every value in the form, references and primitives, in a fixed order: to list them, or to
    /// put others in their place.
    pub fn each_value(&mut self, mut visit: impl FnMut(&mut Value)) {
        use LogicalForm as F;
        match self {
            F::Boxed(value)
            | F::Copies { element: value, .. }
            | F::Optional(Some(value))
            | F::Atomic(value)
            | F::AtomicArray(value)
            | F::Adder(value)
            | F::Reference(value)
            | F::Calendar { zone: value, .. }
            | F::SocketAddress { address: value, .. }
            | F::Buffer { array: value, .. } => visit(value),
            F::Entry { key: one, value: two } | F::AtomicPair { reference: one, mark: two } => {
                visit(one);
                visit(two);
            }
            F::List { elements, .. } => elements.iter_mut().for_each(visit),
            F::Queue { comparator, elements, .. } | F::Set { comparator, elements, .. } => {
                visit(comparator);
                elements.iter_mut().for_each(visit);
            }
            F::Map { kind, comparator, entries, .. } => {
                visit(comparator);
                if let MapKind::Properties { defaults } = kind {
                    visit(defaults);
                }
                for (key, value) in entries {
                    visit(key);
                    visit(value);
                }
            }
            F::View { kind, of } => {
                visit(of);
                match kind {
                    ViewKind::Synchronized { mutex } => visit(mutex),
                    ViewKind::Checked { types } => types.iter_mut().for_each(visit),
                    ViewKind::SubMap { from, to, .. } => {
                        from.iter_mut().chain(to).for_each(|bound| visit(&mut bound.key));
                    }
                    _ => {}
                }
            }
            F::Throwable { message, cause, suppressed } => {
                visit(message);
                cause.iter_mut().chain(suppressed).for_each(visit);
            }
            _ => {}
        }
    }
}

impl BigInteger {
    /// In decimal digits. The time grows with the square of the length.
    pub fn to_decimal(&self) -> String {
        const CHUNK: u64 = 1_000_000_000;
        let (mut rest, mut chunks) = (self.magnitude.clone(), Vec::new());
        while !rest.is_empty() {
            let mut remainder = 0;
            for word in &mut rest {
                let dividend = remainder << 32 | u64::from(*word);
                *word = (dividend / CHUNK) as u32;
                remainder = dividend % CHUNK;
            }
            chunks.push(remainder);
            let leading = rest.iter().take_while(|word| **word == 0).count();
            rest.drain(..leading);
        }
        let Some(first) = chunks.pop() else { return "0".to_owned() };
        let sign = if self.negative { "-" } else { "" };
        let rest: String = chunks.iter().rev().map(|chunk| format!("{chunk:09}")).collect();
        format!("{sign}{first}{rest}")
    }
}
