//! Which class is read by which decoder.
//!
//! To add a type: a row here, its decoder in the file of its group, a value of it in
//! `tests/java/Values.java`. The tests fail for a row without a value.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::form::LogicalForm;
use super::kind::{ListKind, QueueKind, SetKind, ViewKind};
use super::object::Object;
use super::{
    atomic, bytes, concurrent, enums, holder, identifier, list, map, net, number, queue, set, text,
    throwable, time, wrapper,
};

/// How objects of a class, and of those of its subclasses without a row of their own, are read.
pub(super) struct Row {
    /// Internal name.
    pub class: &'static str,
    /// Gives `None` if the fields are not as expected.
    pub decode: fn(&Object) -> Option<LogicalForm>,
    /// Whether fields that subclasses declare are caches and constants, and need not be looked at.
    pub covers_subclasses: bool,
}

const fn row(class: &'static str, decode: fn(&Object) -> Option<LogicalForm>) -> Row {
    Row { class, decode, covers_subclasses: false }
}

const fn with_subclasses(class: &'static str, decode: fn(&Object) -> Option<LogicalForm>) -> Row {
    Row { class, decode, covers_subclasses: true }
}

/// Classes whose objects have a meaning only in their own JVM.
fn opaque(_: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::Opaque)
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.class)
    }
}

/// The row of a class itself.
pub(super) fn row_of(class: &str) -> Option<&'static Row> {
    static BY_CLASS: LazyLock<HashMap<&str, &Row>> =
        LazyLock::new(|| TABLE.iter().map(|row| (row.class, row)).collect());
    BY_CLASS.get(class).copied()
}

#[rustfmt::skip]
pub(super) static TABLE: &[Row] = &[
    row("java/lang/StringBuilder", text::builder),
    row("java/lang/StringBuffer", text::builder),
    row("java/io/StringWriter", text::writer),
    row("java/io/StringReader", text::reader),
    row("java/util/concurrent/locks/ReentrantLock", concurrent::lock),
    row("java/util/StringJoiner", text::joiner),

    row("java/lang/Boolean", number::boxed),
    row("java/lang/Byte", number::boxed),
    row("java/lang/Character", number::boxed),
    row("java/lang/Short", number::boxed),
    row("java/lang/Integer", number::boxed),
    row("java/lang/Long", number::boxed),
    row("java/lang/Float", number::boxed),
    row("java/lang/Double", number::boxed),
    row("java/math/BigInteger", number::big_integer),
    row("java/math/BigDecimal", number::big_decimal),
    row("java/util/BitSet", number::bit_set),
    row("java/util/Random", number::random),
    row("java/util/concurrent/atomic/AtomicInteger", atomic::atomic),
    row("java/util/concurrent/atomic/AtomicLong", atomic::atomic),
    row("java/util/concurrent/atomic/AtomicBoolean", atomic::atomic_boolean),
    row("java/util/concurrent/atomic/AtomicReference", atomic::atomic),
    row("java/util/concurrent/atomic/AtomicIntegerArray", atomic::atomic_array),
    row("java/util/concurrent/atomic/AtomicLongArray", atomic::atomic_array),
    row("java/util/concurrent/atomic/AtomicReferenceArray", atomic::atomic_array),
    row("java/util/concurrent/atomic/AtomicStampedReference", |o| atomic::atomic_pair(o, "stamp")),
    row("java/util/concurrent/atomic/AtomicMarkableReference", |o| atomic::atomic_pair(o, "mark")),
    row("java/util/concurrent/atomic/LongAdder", atomic::long_adder),
    row("java/util/concurrent/atomic/DoubleAdder", atomic::double_adder),

    row("java/lang/Enum", enums::constant),
    row("java/util/EnumMap", enums::map),
    row("java/util/RegularEnumSet", enums::regular_set),
    row("java/util/JumboEnumSet", enums::jumbo_set),

    row("java/util/ArrayList", |o| list::prefix(o, ListKind::ArrayList, "elementData", "size")),
    row("java/util/Vector", |o| list::prefix(o, ListKind::Vector, "elementData", "elementCount")),
    row("java/util/Stack", |o| list::prefix(o, ListKind::Vector, "elementData", "elementCount")),
    row("java/util/LinkedList", list::linked),
    row("java/util/concurrent/CopyOnWriteArrayList", list::copy_on_write),
    row("java/util/ImmutableCollections$List12", list::immutable_small),
    row("java/util/ImmutableCollections$ListN", list::immutable),
    row("java/util/Collections$EmptyList", list::empty),
    row("java/util/Collections$SingletonList", list::singleton),
    row("java/util/Collections$CopiesList", list::copies),
    row("java/util/Arrays$ArrayList", |o| wrapper::view(o, ViewKind::ArrayAsList, "a")),
    row("java/util/ArrayList$SubList", wrapper::sub_list),
    row("java/util/AbstractList$SubList", wrapper::sub_list),
    row("java/util/AbstractList$RandomAccessSubList", wrapper::sub_list),
    row("java/util/ImmutableCollections$SubList", wrapper::sub_list),

    row("java/util/ArrayDeque", queue::array_deque),
    row("java/util/PriorityQueue", |o| queue::priority(o, QueueKind::Priority)),
    row("java/util/concurrent/PriorityBlockingQueue", |o| queue::priority(o, QueueKind::PriorityBlocking)),
    row("java/util/concurrent/DelayQueue", queue::delay),
    row("java/util/concurrent/ArrayBlockingQueue", queue::array_blocking),
    row("java/util/concurrent/LinkedBlockingQueue", |o| queue::linked_blocking(o, QueueKind::LinkedBlocking, "head")),
    row("java/util/concurrent/LinkedBlockingDeque", |o| queue::linked_blocking(o, QueueKind::LinkedBlockingDeque, "first")),
    row("java/util/concurrent/ConcurrentLinkedQueue", |o| queue::concurrent(o, QueueKind::ConcurrentLinked)),
    row("java/util/concurrent/ConcurrentLinkedDeque", queue::concurrent_deque),
    row("java/util/concurrent/LinkedTransferQueue", |o| queue::concurrent(o, QueueKind::LinkedTransfer)),
    row("java/util/Collections$AsLIFOQueue", |o| wrapper::view(o, ViewKind::LifoQueue, "q")),

    row("java/util/HashMap", map::hash),
    row("java/util/LinkedHashMap", map::linked_hash),
    row("java/util/TreeMap", map::tree),
    row("java/util/IdentityHashMap", map::identity),
    row("java/util/WeakHashMap", map::weak),
    row("java/util/Hashtable", map::hashtable),
    row("java/util/Properties", map::properties),
    row("java/util/concurrent/ConcurrentHashMap", concurrent::hash),
    row("java/util/concurrent/ConcurrentSkipListMap", concurrent::skip_list),
    row("java/util/ImmutableCollections$Map1", map::immutable_one),
    row("java/util/ImmutableCollections$MapN", map::immutable),
    row("java/util/Collections$EmptyMap", map::empty),
    row("java/util/Collections$SingletonMap", map::singleton),
    row("java/util/HashMap$KeySet", |o| wrapper::view(o, ViewKind::Keys, "this$0")),
    row("java/util/HashMap$Values", |o| wrapper::view(o, ViewKind::Values, "this$0")),
    row("java/util/HashMap$EntrySet", |o| wrapper::view(o, ViewKind::Entries, "this$0")),
    row("java/util/TreeMap$KeySet", |o| wrapper::view(o, ViewKind::Keys, "m")),
    row("java/util/TreeMap$Values", |o| wrapper::view(o, ViewKind::Values, "this$0")),
    row("java/util/TreeMap$EntrySet", |o| wrapper::view(o, ViewKind::Entries, "this$0")),

    row("java/util/LinkedHashMap$LinkedKeySet", |o| wrapper::linked(o, ViewKind::Keys)),
    row("java/util/LinkedHashMap$LinkedValues", |o| wrapper::linked(o, ViewKind::Values)),
    row("java/util/LinkedHashMap$LinkedEntrySet", |o| wrapper::linked(o, ViewKind::Entries)),
    row("java/util/concurrent/ConcurrentHashMap$ValuesView", |o| wrapper::view(o, ViewKind::Values, "map")),
    row("java/util/concurrent/ConcurrentHashMap$EntrySetView", |o| wrapper::view(o, ViewKind::Entries, "map")),
    row("java/util/concurrent/ConcurrentSkipListMap$KeySet", |o| wrapper::view(o, ViewKind::Keys, "m")),
    row("java/util/TreeMap$AscendingSubMap", |o| wrapper::sub_map(o, false)),
    row("java/util/TreeMap$DescendingSubMap", |o| wrapper::sub_map(o, true)),
    row("java/util/concurrent/ConcurrentSkipListMap$SubMap", wrapper::concurrent_sub_map),

    row("java/util/AbstractMap$SimpleEntry", |o| holder::entry(o, "value")),
    row("java/util/AbstractMap$SimpleImmutableEntry", |o| holder::entry(o, "value")),
    row("java/util/KeyValueHolder", |o| holder::entry(o, "value")),
    row("java/util/HashMap$Node", |o| holder::entry(o, "value")),
    row("java/util/LinkedHashMap$Entry", |o| holder::entry(o, "value")),
    row("java/util/HashMap$TreeNode", |o| holder::entry(o, "value")),
    row("java/util/TreeMap$Entry", |o| holder::entry(o, "value")),
    row("java/util/Hashtable$Entry", |o| holder::entry(o, "value")),
    row("java/util/concurrent/ConcurrentHashMap$MapEntry", |o| holder::entry(o, "val")),

    row("java/util/HashSet", |o| set::hash(o, SetKind::Hash)),
    row("java/util/LinkedHashSet", |o| set::hash(o, SetKind::LinkedHash)),
    row("java/util/TreeSet", set::sorted),
    row("java/util/concurrent/ConcurrentSkipListSet", set::sorted),
    row("java/util/concurrent/ConcurrentHashMap$KeySetView", set::concurrent_keys),
    row("java/util/concurrent/CopyOnWriteArraySet", set::copy_on_write),
    row("java/util/ImmutableCollections$Set12", set::immutable_small),
    row("java/util/ImmutableCollections$SetN", set::immutable),
    row("java/util/Collections$EmptySet", set::empty),
    row("java/util/Collections$SingletonSet", set::singleton),
    row("java/util/Collections$SetFromMap", |o| wrapper::view(o, ViewKind::SetFromMap, "m")),

    row("java/util/Collections$UnmodifiableCollection", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableList", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableRandomAccessList", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableSet", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableSortedSet", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableNavigableSet", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableNavigableSet$EmptyNavigableSet", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableMap", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableSortedMap", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableNavigableMap", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableNavigableMap$EmptyNavigableMap", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableSequencedCollection", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableSequencedSet", wrapper::unmodifiable),
    row("java/util/Collections$UnmodifiableSequencedMap", wrapper::unmodifiable),
    row("java/util/Collections$SynchronizedCollection", wrapper::synchronized),
    row("java/util/Collections$SynchronizedList", wrapper::synchronized),
    row("java/util/Collections$SynchronizedRandomAccessList", wrapper::synchronized),
    row("java/util/Collections$SynchronizedSet", wrapper::synchronized),
    row("java/util/Collections$SynchronizedSortedSet", wrapper::synchronized),
    row("java/util/Collections$SynchronizedNavigableSet", wrapper::synchronized),
    row("java/util/Collections$SynchronizedMap", wrapper::synchronized),
    row("java/util/Collections$SynchronizedSortedMap", wrapper::synchronized),
    row("java/util/Collections$SynchronizedNavigableMap", wrapper::synchronized),
    row("java/util/Collections$CheckedCollection", wrapper::checked),
    row("java/util/Collections$CheckedList", wrapper::checked),
    row("java/util/Collections$CheckedRandomAccessList", wrapper::checked),
    row("java/util/Collections$CheckedQueue", wrapper::checked),
    row("java/util/Collections$CheckedSet", wrapper::checked),
    row("java/util/Collections$CheckedSortedSet", wrapper::checked),
    row("java/util/Collections$CheckedNavigableSet", wrapper::checked),
    row("java/util/Collections$CheckedMap", wrapper::checked),
    row("java/util/Collections$CheckedSortedMap", wrapper::checked),
    row("java/util/Collections$CheckedNavigableMap", wrapper::checked),
    row("java/util/ReverseOrderListView$Rand", |o| wrapper::view(o, ViewKind::Reversed, "base")),
    row("java/util/ReverseOrderListView", |o| wrapper::view(o, ViewKind::Reversed, "base")),

    row("java/util/Optional", holder::optional),
    row("java/util/OptionalInt", holder::optional),
    row("java/util/OptionalLong", holder::optional),
    row("java/util/OptionalDouble", holder::optional),
    row("java/lang/ref/WeakReference", holder::reference),
    row("java/lang/ref/SoftReference", holder::reference),

    row("java/time/Instant", time::instant),
    row("java/time/Duration", time::duration),
    row("java/time/Period", time::period),
    row("java/time/LocalDate", time::local_date),
    row("java/time/LocalTime", time::local_time),
    row("java/time/LocalDateTime", time::local_date_time),
    row("java/time/OffsetTime", time::offset_time),
    row("java/time/OffsetDateTime", time::offset_date_time),
    row("java/time/ZonedDateTime", time::zoned_date_time),
    row("java/time/Year", time::year),
    row("java/time/YearMonth", time::year_month),
    row("java/time/MonthDay", time::month_day),
    row("java/time/ZoneOffset", time::zone),
    row("java/time/ZoneRegion", time::zone),
    row("java/time/Clock$FixedClock", time::fixed_clock),
    row("java/util/Date", time::old_date),
    row("java/sql/Date", time::old_date),
    row("java/sql/Time", time::old_date),
    row("java/sql/Timestamp", time::timestamp),
    row("java/util/GregorianCalendar", time::calendar),
    row("sun/util/calendar/ZoneInfo", identifier::time_zone),

    row("java/util/UUID", identifier::uuid),
    row("java/net/URI", identifier::uri),
    row("java/net/URL", identifier::url),
    row("java/util/regex/Pattern", identifier::pattern),
    row("java/util/Locale", identifier::locale),
    row("java/util/Currency", identifier::currency),
    with_subclasses("java/nio/charset/Charset", identifier::charset),
    row("sun/nio/fs/UnixPath", identifier::path),
    row("java/io/File", identifier::file),

    row("java/net/Inet4Address", net::inet4),
    row("java/net/Inet6Address", net::inet6),
    row("java/net/InetSocketAddress", net::socket),

    row("java/io/ByteArrayInputStream", bytes::input),
    row("java/io/ByteArrayOutputStream", bytes::output),
    row("java/nio/HeapByteBuffer", bytes::buffer),
    row("java/nio/HeapByteBufferR", bytes::buffer),
    row("java/nio/HeapCharBuffer", bytes::buffer),
    row("java/nio/HeapCharBufferR", bytes::buffer),
    row("java/nio/HeapShortBuffer", bytes::buffer),
    row("java/nio/HeapShortBufferR", bytes::buffer),
    row("java/nio/HeapIntBuffer", bytes::buffer),
    row("java/nio/HeapIntBufferR", bytes::buffer),
    row("java/nio/HeapLongBuffer", bytes::buffer),
    row("java/nio/HeapLongBufferR", bytes::buffer),
    row("java/nio/HeapFloatBuffer", bytes::buffer),
    row("java/nio/HeapFloatBufferR", bytes::buffer),
    row("java/nio/HeapDoubleBuffer", bytes::buffer),
    row("java/nio/HeapDoubleBufferR", bytes::buffer),

    row("java/lang/Throwable", throwable::throwable),

    with_subclasses("java/lang/Thread", opaque),
    with_subclasses("java/lang/ThreadGroup", opaque),
    with_subclasses("java/lang/ClassLoader", opaque),
    with_subclasses("java/lang/Module", opaque),
    with_subclasses("java/lang/ThreadLocal", opaque),
    with_subclasses("java/security/SecureRandom", opaque),
    with_subclasses("java/util/concurrent/ThreadLocalRandom", opaque),
];
