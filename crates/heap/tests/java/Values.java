import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.*;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes values of every type that has a logical form, and prints their raw fields and what Java says of them. */
public final class Values {
    private static final Set<Object> ACCESS_ORDERED = Collections.newSetFromMap(new IdentityHashMap<>());
    private static final Set<Object> WITH_GAUSSIAN = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Values that have no form, and why. */
    private static final Map<Object, String> RAW = new IdentityHashMap<>();
    private static final int[] SIZES = {0, 1, 2, 3, 9, 40, 200};
    private static final Comparator<Key> BACKWARDS = (a, b) -> Integer.compare(b.number, a.number);
    private static final List<Object> VALUES = new ArrayList<>();

    /** A key that collides with many others, so that buckets become long, and trees. */
    static final class Key implements Delayed {
        final int number;

        Key(int number) {
            this.number = number;
        }

        @Override public int hashCode() {
            return number % 3;
        }

        @Override public boolean equals(Object other) {
            return other instanceof Key key && key.number == number;
        }

        @Override public int compareTo(Delayed other) {
            return Integer.compare(number, ((Key) other).number);
        }

        @Override public long getDelay(TimeUnit unit) {
            return number;
        }
    }

    enum Small {
        A, B { @Override public String toString() { return "b"; } }, C
    }

    enum Large {
        L0, L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11, L12, L13, L14, L15, L16, L17, L18, L19, L20, L21, L22, L23, L24, L25,
        L26, L27, L28, L29, L30, L31, L32, L33, L34, L35, L36, L37, L38, L39, L40, L41, L42, L43, L44, L45, L46, L47, L48, L49,
        L50, L51, L52, L53, L54, L55, L56, L57, L58, L59, L60, L61, L62, L63, L64, L65, L66, L67, L68, L69, L70
    }

    /** The subject's own subclasses have a form and fields besides. */
    static final class Basket extends ArrayList<Object> {
        int discount = 5;
    }

    static final class Failure extends RuntimeException {
        final int code = 7;

        Failure(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static String rawReason(Object value) {
        return RAW.get(value);
    }

    static boolean isAccessOrdered(Object map) {
        return ACCESS_ORDERED.contains(map);
    }

    static boolean hasGaussian(Object random) {
        return WITH_GAUSSIAN.contains(random);
    }

    public static void main(String[] args) throws Exception {
        numbers();
        lists();
        queues();
        maps();
        sets();
        wrappers();
        enums();
        times();
        raw();
        identifiers();
        addresses();
        streams();
        others();
        StringBuilder out = new StringBuilder();
        Dump dump = new Dump(out);
        Says says = new Says(dump);
        for (Object value : VALUES) {
            String reference = dump.value(value);
            out.append("says ").append(reference).append(' ').append(says.of(value)).append('\n');
        }
        System.out.print(out);
    }

    private static void add(Object... values) {
        VALUES.addAll(Arrays.asList(values));
    }

    /** Collections that grew, shrank and grew again, of keys that collide and repeat. */
    private static void fill(Supplier<? extends Collection<? super Key>> make, boolean nulls) {
        for (int size : SIZES) {
            Random random = new Random(size);
            Collection<? super Key> made = make.get();
            for (int i = 0; i < size; i++) {
                made.add(new Key(random.nextInt(size)));
            }
            if (size > 2) {
                if (nulls) {
                    made.add(null);
                }
                for (int i = 0; i < size / 3; i++) {
                    made.remove(new Key(random.nextInt(size)));
                }
                made.add(new Key(size));
            }
            add(made);
        }
    }

    private static void fillMap(Supplier<? extends Map<? super Key, Object>> make, boolean nullKey, boolean nullValue) {
        for (int size : SIZES) {
            Random random = new Random(size);
            Map<? super Key, Object> made = make.get();
            List<Key> keys = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                keys.add(new Key(random.nextInt(size)));
                made.put(keys.get(i), "v" + i);
            }
            if (size > 2) {
                for (int i = 0; i < size / 3; i++) {
                    made.remove(keys.get(random.nextInt(size)));
                }
                Key last = new Key(size);
                made.put(last, nullValue ? null : made);
                keys.add(last);
                if (nullKey) {
                    made.put(null, 5);
                }
                for (int i = 0; i < 3; i++) {
                    made.get(keys.get(random.nextInt(keys.size())));
                }
            }
            // Weak keys must not go away before they are looked at.
            VALUES.add(new ArrayList<>(keys));
            add(made);
        }
    }

    private static void numbers() {
        add(true, false, (byte) -128, (byte) 127, '\0', 'x', '\uffff', Short.MIN_VALUE, Short.MAX_VALUE, 0, -1, 1000, Integer.MIN_VALUE,
                Integer.MAX_VALUE, 0L, Long.MIN_VALUE, Long.MAX_VALUE, 0f, -0f, Float.NaN, Float.MIN_VALUE, Float.NEGATIVE_INFINITY,
                0.0, -0.0, 1e300, Double.NaN, Double.MIN_VALUE, Double.POSITIVE_INFINITY);
        Random random = new Random(1);
        for (int bits : new int[] {0, 1, 31, 32, 33, 63, 64, 65, 200, 2000}) {
            BigInteger number = new BigInteger(bits, random);
            add(number, number.negate(), new BigDecimal(number, bits - 40), new BigDecimal(number.negate(), bits));
        }
        add(BigInteger.ZERO, BigInteger.TEN, BigInteger.valueOf(Long.MIN_VALUE), BigDecimal.ZERO, new BigDecimal("-0.000"),
                new BigDecimal("1E+1000"), BigDecimal.valueOf(Long.MIN_VALUE, 3), BigDecimal.valueOf(Long.MAX_VALUE, -3),
                new BigDecimal(BigInteger.valueOf(5), Integer.MAX_VALUE), new BigDecimal("12.50"));
        for (long seed : new long[] {0, 1, -1, 42, Long.MIN_VALUE, Long.MAX_VALUE}) {
            Random plain = new Random(seed);
            Random paired = new Random(seed);
            paired.nextGaussian();
            WITH_GAUSSIAN.add(paired);
            add(plain, paired);
        }
        add(new AtomicInteger(-7), new AtomicLong(Long.MIN_VALUE), new AtomicBoolean(true), new AtomicBoolean(), new AtomicReference<>("x"),
                new AtomicReference<>(), new AtomicIntegerArray(new int[] {1, -2, 3}), new AtomicIntegerArray(0), new AtomicLongArray(new long[] {5, -6}),
                new AtomicReferenceArray<>(new Object[] {"a", null, 3}), new AtomicStampedReference<>("s", -4), new AtomicMarkableReference<>(null, true));
        LongAdder adder = new LongAdder();
        DoubleAdder doubles = new DoubleAdder();
        IntStream.range(0, 4000).parallel().forEach(i -> {
            adder.add(i * 1_000_000_007L);
            doubles.add(i);
        });
        add(adder, doubles, new LongAdder(), new DoubleAdder());
        for (int size : SIZES) {
            BitSet bits = new BitSet(size);
            for (int i = 0; i < size; i++) {
                bits.set(random.nextInt(size * 3));
            }
            bits.clear(size, 3 * size);
            add(bits);
        }
        StringBuilder shrunk = new StringBuilder("a long text with \u20ac in it");
        shrunk.setLength(6);
        add(new StringBuilder(), new StringBuilder("latin \u00e4"), new StringBuilder("\u20ac and \ud83d\ude00"), shrunk, new StringBuilder("\ud800"),
                new StringBuffer(), new StringBuffer("buffered \u00ff\u0100"));
        StringWriter writer = new StringWriter();
        writer.write("written");
        add(writer, new StringWriter(), new StringJoiner(", "), new StringJoiner(", ", "[", "]").setEmptyValue("none"),
                new StringJoiner(", ", "[", "]").add("a").add("\u20ac").setEmptyValue("none"), new StringJoiner("-").merge(new StringJoiner("+").add("x").add("y")).add("z"));
    }

    private static void lists() {
        fill(ArrayList::new, true);
        fill(LinkedList::new, true);
        fill(Vector::new, true);
        fill(Stack::new, true);
        fill(CopyOnWriteArrayList::new, true);
        fill(Basket::new, true);
        for (int size : SIZES) {
            Key[] keys = IntStream.range(0, size).mapToObj(Key::new).toArray(Key[]::new);
            add(List.of(keys), Arrays.asList(keys), List.copyOf(Arrays.asList(keys)), Stream.of(keys).toList(), Collections.nCopies(size, new Key(size)));
            if (size > 2) {
                Key[] withNull = keys.clone();
                withNull[1] = null;
                add(Arrays.asList(withNull), Stream.of(withNull).toList());
                List<Key> list = new ArrayList<>(Arrays.asList(keys));
                List<Key> linked = new LinkedList<>(list);
                List<Key> vector = new Vector<>(list);
                add(list.subList(1, size), list.subList(1, size).subList(1, size - 1), list.subList(2, 2), linked.subList(1, size - 1),
                        Arrays.asList(keys).subList(0, 2), vector.subList(1, 2), List.of(keys).subList(1, size), Collections.nCopies(5, keys[0]).subList(1, 3));
            }
        }
        add(Collections.emptyList(), Collections.singletonList(null), Collections.singletonList("x"), List.of("one"), List.of("one", "two"),
                new LinkedList<>(List.of(1, 2, 3)).subList(0, 2), Arrays.asList(1, 2));
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        add(itself);
        if (Runtime.version().feature() >= 21) {
            try {
                add(List.class.getMethod("reversed").invoke(new ArrayList<>(List.of(1, 2, 3))));
                add(List.class.getMethod("reversed").invoke(Collections.unmodifiableList(new LinkedList<>(List.of(1, 2, 3)))));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void queues() {
        fill(ArrayDeque::new, false);
        fill(PriorityQueue::new, false);
        fill(() -> new PriorityQueue<>(BACKWARDS), false);
        fill(PriorityBlockingQueue::new, false);
        fill(() -> new PriorityBlockingQueue<>(3, BACKWARDS), false);
        fill(DelayQueue::new, false);
        fill(() -> new ArrayBlockingQueue<>(300), false);
        fill(LinkedBlockingQueue::new, false);
        fill(() -> new LinkedBlockingDeque<>(500), false);
        fill(ConcurrentLinkedQueue::new, false);
        fill(ConcurrentLinkedDeque::new, false);
        fill(LinkedTransferQueue::new, false);
        // Rings that go round the end of their arrays, and heads that moved on.
        List<Queue<Object>> turned = List.of(new ArrayDeque<>(4), new ArrayBlockingQueue<>(8), new LinkedBlockingQueue<>(9), new LinkedBlockingDeque<>(),
                new ConcurrentLinkedQueue<>(), new ConcurrentLinkedDeque<>(), new LinkedTransferQueue<>());
        for (Queue<Object> queue : turned) {
            for (int i = 0; i < 20; i++) {
                queue.add("e" + i);
                if (i > 4) {
                    queue.poll();
                }
            }
            add(queue);
        }
        ArrayDeque<Object> both = new ArrayDeque<>();
        ConcurrentLinkedDeque<Object> concurrent = new ConcurrentLinkedDeque<>();
        for (int i = 0; i < 30; i++) {
            both.addFirst("f" + i);
            concurrent.addFirst("f" + i);
            both.addLast("l" + i);
            if (i % 3 == 0) {
                both.pollLast();
                concurrent.pollFirst();
            }
        }
        add(both, concurrent, Collections.asLifoQueue(new ArrayDeque<>(List.of(1, 2, 3))));
    }

    private static void maps() throws Exception {
        fillMap(HashMap::new, true, true);
        fillMap(() -> new HashMap<>(1000, 0.5f), true, true);
        fillMap(LinkedHashMap::new, true, true);
        fillMap(() -> {
            Map<Object, Object> map = new LinkedHashMap<>(4, 0.75f, true);
            ACCESS_ORDERED.add(map);
            return map;
        }, true, true);
        fillMap(TreeMap::new, false, true);
        fillMap(() -> new TreeMap<>(BACKWARDS), false, true);
        fillMap(IdentityHashMap::new, true, true);
        fillMap(WeakHashMap::new, true, true);
        fillMap(Hashtable::new, false, false);
        fillMap(Properties::new, false, false);
        fillMap(ConcurrentHashMap::new, false, false);
        fillMap(ConcurrentSkipListMap::new, false, false);
        fillMap(() -> new ConcurrentSkipListMap<>(BACKWARDS), false, false);
        for (int size : SIZES) {
            Map.Entry<?, ?>[] entries = IntStream.range(0, size).mapToObj(i -> Map.entry(new Key(i), "v" + i)).toArray(Map.Entry[]::new);
            add(Map.ofEntries(entries), Map.copyOf(Map.ofEntries(entries)));
        }
        Properties defaults = new Properties(new Properties());
        defaults.setProperty("key", "value");
        add(defaults, Collections.emptyMap(), Collections.singletonMap(null, 1), Map.of(), Map.of(1, 2), Map.of(1, 2, 3, 4));
        Map<Object, Object> map = new HashMap<>(Map.of("a", 1, "b", 2));
        TreeMap<Object, Object> tree = new TreeMap<>(map);
        add(map.keySet(), map.values(), map.entrySet(), tree.keySet(), tree.navigableKeySet(), tree.values(), tree.entrySet());
        Map<Object, Object> linked = new LinkedHashMap<>(tree);
        Map<Object, Object> concurrent = new ConcurrentHashMap<>(map);
        add(linked.keySet(), linked.values(), linked.entrySet(), concurrent.keySet(), concurrent.values(), concurrent.entrySet(),
                new ConcurrentSkipListMap<>(map).keySet());
        List<Integer> numbers = IntStream.range(1000, 1010).boxed().toList();
        for (NavigableMap<Integer, Object> sorted : List.<NavigableMap<Integer, Object>>of(new TreeMap<>(), new ConcurrentSkipListMap<>())) {
            numbers.forEach(number -> sorted.put(number, "v" + number));
            add(sorted.headMap(numbers.get(3), true), sorted.headMap(numbers.get(3), false), sorted.tailMap(numbers.get(4), false), sorted.descendingMap(),
                    sorted.subMap(numbers.get(2), true, numbers.get(7), false), sorted.subMap(numbers.get(2), false, numbers.get(7), true).descendingMap());
        }
        // Entries that outlive their iteration, of each map.
        Map<Key, Object> treed = new HashMap<>();
        IntStream.range(0, 100).forEach(i -> treed.put(new Key(i), i));
        // Which of these comes first depends on identity hashes.
        add(treed.entrySet().stream().filter(entry -> entry.getKey().number == 5).findFirst().orElseThrow());
        for (Map<?, ?> one : List.of(map, new LinkedHashMap<>(map), new Hashtable<>(map), new ConcurrentHashMap<>(map), tree)) {
            add(one.entrySet().iterator().next());
        }
        add(Map.entry("k", "v"), new AbstractMap.SimpleEntry<>("k", null), new AbstractMap.SimpleImmutableEntry<>(null, "v"), tree.firstEntry());
    }

    private static void sets() {
        fill(HashSet::new, true);
        fill(LinkedHashSet::new, true);
        fill(TreeSet::new, false);
        fill(() -> new TreeSet<>(BACKWARDS), false);
        fill(ConcurrentSkipListSet::new, false);
        fill(ConcurrentHashMap::newKeySet, false);
        fill(CopyOnWriteArraySet::new, true);
        fill(() -> Collections.newSetFromMap(new IdentityHashMap<>()), true);
        for (int size : SIZES) {
            add(Set.of(IntStream.range(0, size).mapToObj(Key::new).toArray()));
        }
        add(Collections.emptySet(), Collections.singleton(null), Set.of("one"), Set.of("one", "two"));
    }

    private static void wrappers() throws Exception {
        List<String> words = List.of("b", "a", "c");
        List<String> list = new ArrayList<>(words);
        List<String> linked = new LinkedList<>(words);
        Set<String> set = new HashSet<>(words);
        TreeSet<String> tree = new TreeSet<>(words);
        Map<String, Object> map = new HashMap<>(Map.of("a", 1, "b", 2));
        TreeMap<String, Object> sorted = new TreeMap<>(map);
        add(Collections.unmodifiableCollection(list), Collections.unmodifiableList(list), Collections.unmodifiableList(linked), Collections.unmodifiableSet(set),
                Collections.unmodifiableSortedSet(tree), Collections.unmodifiableNavigableSet(tree), Collections.unmodifiableMap(map),
                Collections.unmodifiableSortedMap(sorted), Collections.unmodifiableNavigableMap(sorted), Collections.emptySortedSet(), Collections.emptyNavigableMap());
        add(Collections.synchronizedCollection(list), Collections.synchronizedList(list), Collections.synchronizedList(linked), Collections.synchronizedSet(set),
                Collections.synchronizedSortedSet(tree), Collections.synchronizedNavigableSet(tree), Collections.synchronizedMap(map),
                Collections.synchronizedSortedMap(sorted), Collections.synchronizedNavigableMap(sorted), Collections.synchronizedMap(map).keySet());
        add(Collections.checkedCollection(list, String.class), Collections.checkedList(list, String.class), Collections.checkedList(linked, String.class),
                Collections.checkedQueue(new ArrayDeque<>(words), String.class), Collections.checkedSet(set, String.class), Collections.checkedSortedSet(tree, String.class),
                Collections.checkedNavigableSet(tree, String.class), Collections.checkedMap(map, String.class, Object.class),
                Collections.checkedSortedMap(sorted, String.class, Object.class), Collections.checkedNavigableMap(sorted, String.class, Object.class),
                Collections.unmodifiableList(Collections.synchronizedList(list.subList(1, 3))));
        if (Runtime.version().feature() >= 21) {
            for (Object[] call : new Object[][] {{"SequencedCollection", list}, {"SequencedSet", new LinkedHashSet<>(words)}, {"SequencedMap", new LinkedHashMap<>(map)}}) {
                Class<?> type = Class.forName("java.util." + call[0]);
                add(Collections.class.getMethod("unmodifiable" + call[0], type).invoke(null, call[1]));
            }
        }
    }

    private static void enums() {
        add(Small.A, Small.B, TimeUnit.DAYS, DayOfWeek.MONDAY, Month.MAY, Large.L70);
        add(EnumSet.noneOf(Small.class), EnumSet.allOf(Small.class), EnumSet.of(Small.B), EnumSet.noneOf(Large.class), EnumSet.allOf(Large.class),
                EnumSet.range(Large.L60, Large.L66), EnumSet.complementOf(EnumSet.of(Large.L63, Large.L64)));
        EnumMap<Small, Object> map = new EnumMap<>(Small.class);
        add(new EnumMap<>(map));
        map.put(Small.C, 1);
        map.put(Small.B, null);
        map.put(Small.A, 2);
        map.remove(Small.A);
        add(map);
    }

    private static void times() {
        Random random = new Random(2);
        for (int i = 0; i < 20; i++) {
            LocalDate date = LocalDate.ofEpochDay(random.nextInt(2_000_000) - 1_000_000);
            LocalTime time = LocalTime.ofNanoOfDay((long) (random.nextDouble() * 86_400_000_000_000L));
            ZoneOffset offset = ZoneOffset.ofTotalSeconds(random.nextInt(60_000) - 30_000);
            add(date, time, offset, LocalDateTime.of(date, time), OffsetTime.of(time, offset), OffsetDateTime.of(date, time, offset),
                    ZonedDateTime.of(date, time, ZoneId.of("Europe/Berlin")), ZonedDateTime.of(date, time, offset), Instant.ofEpochSecond(random.nextInt(), random.nextLong()),
                    Duration.ofSeconds(random.nextInt(), random.nextLong()), Period.of(random.nextInt(), random.nextInt(), random.nextInt()),
                    Year.from(date), YearMonth.from(date), MonthDay.from(date), new Date(random.nextLong() >> 16), new java.sql.Date(random.nextInt()),
                    new java.sql.Time(random.nextInt()));
            java.sql.Timestamp stamp = new java.sql.Timestamp(random.nextInt());
            stamp.setNanos(random.nextInt(1_000_000_000));
            add(stamp);
        }
        LocalDateTime twice = LocalDateTime.of(2024, 10, 27, 2, 30);
        add(ZonedDateTime.of(twice, ZoneId.of("Europe/Berlin")), ZonedDateTime.of(twice, ZoneId.of("Europe/Berlin")).withLaterOffsetAtOverlap(),
                Instant.MIN, Instant.MAX, Instant.EPOCH, LocalDate.MIN, LocalDate.MAX, LocalTime.MIN, LocalTime.MAX, Duration.ZERO, Period.ZERO,
                Duration.ofSeconds(Long.MIN_VALUE), ZoneOffset.UTC, ZoneId.of("Z"), ZoneId.of("UTC"), ZoneId.of("Asia/Kolkata"), ZoneId.of("GMT+2"), Year.of(-5),
                Clock.fixed(Instant.ofEpochSecond(1_800_000_000, 5), ZoneId.of("Europe/Berlin")), Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        Date normalized = new Date(5_000_000_000L);
        normalized.toString();
        add(normalized, TimeZone.getTimeZone("Europe/Berlin"), TimeZone.getTimeZone("UTC"), TimeZone.getTimeZone("GMT+03:30"));
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("America/New_York"), Locale.GERMANY);
        calendar.setTimeInMillis(123_456_789_012L);
        GregorianCalendar strict = (GregorianCalendar) calendar.clone();
        strict.setLenient(false);
        strict.setGregorianChange(new Date(Long.MIN_VALUE));
        strict.setMinimalDaysInFirstWeek(7);
        add(calendar, strict);
    }

    private static void raw() {
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        calendar.setTimeInMillis(0);
        calendar.clear();
        calendar.set(Calendar.YEAR, 2024);
        Date written = new Date(0);
        written.setYear(99);
        TimeZone moved = TimeZone.getTimeZone("UTC");
        moved.setRawOffset(3_600_000);
        for (Object unreadable : List.of(calendar, written, moved, new ConcurrentHashMap<>(Map.of("a", 1)).keySet(2))) {
            RAW.put(unreadable, "Unreadable");
            add(unreadable);
        }
        for (Object other : List.of(new Key(1), new SimpleTimeZone(5, "mine"), new Object(), new IntSummaryStatistics())) {
            RAW.put(other, "NoForm");
            add(other);
        }
    }

    private static void identifiers() throws Exception {
        add(new UUID(0, 0), new UUID(-1, Long.MIN_VALUE), UUID.nameUUIDFromBytes(new byte[] {1, 2}));
        URI base = new URI("http", "me", "host", 8080, "/a/b", "q=1", "f");
        add(base, base.resolve("../c?d#e"), URI.create("mailto:a@b"), URI.create("relative/path"), URI.create(""), URI.create("file:///x"), new URI("x", "//[::1]:5/p", null),
                new URI("http", null, "::1", 80, "/", null, null), URI.create("http://host:80").resolve("/p"), URI.create("s://reg_name/p").resolve("q"), URI.create("urn:a:b#c"));
        for (String url : List.of("http://host", "https://me@host:443/p/q?x=y#z", "file:/tmp/x", "file:///tmp/x?", "jar:file:/a.jar!/b", "http://host/?a#b")) {
            add(new URL(url));
        }
        add(Pattern.compile("a+(b)?"), Pattern.compile("\u20ac", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE), Pattern.compile("", Pattern.COMMENTS));
        add(Locale.ROOT, Locale.GERMANY, Locale.SIMPLIFIED_CHINESE, Locale.forLanguageTag("sr-Latn-RS"), Locale.forLanguageTag("de-DE-u-ca-buddhist-co-phonebk-x-a-b"),
                new Locale("es", "ES", "Traditional_WIN"), Locale.forLanguageTag("ja-JP-u-ca-japanese-x-lvariant-JP"), new Locale("ja", "JP", "JP"));
        add(Currency.getInstance("EUR"), Currency.getInstance("JPY"), StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.ISO_8859_1, Charset.forName("windows-1252"));
        add(Path.of(""), Path.of("/"), Path.of("a/b"), Path.of("/x//y/../z"), new File(""), new File("/a/b"), new File("rel/\u20ac"), new File("a", "b"));
    }

    private static void addresses() throws Exception {
        byte[] six = {(byte) 0xfe, (byte) 0x80, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};
        InetAddress named = InetAddress.getByAddress("host.example", new byte[] {10, 0, (byte) 200, 1});
        add(named, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), InetAddress.getByAddress(six), Inet6Address.getByAddress("six", six, 5),
                new InetSocketAddress(named, 8080), InetSocketAddress.createUnresolved("nowhere.example", 1));
    }

    private static void streams() {
        byte[] bytes = {1, 2, 3, -4, 5, 6};
        ByteArrayInputStream read = new ByteArrayInputStream(bytes);
        read.read();
        read.mark(0);
        read.read();
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        written.writeBytes(bytes);
        add(new ByteArrayInputStream(new byte[0]), new ByteArrayInputStream(bytes), new ByteArrayInputStream(bytes, 2, 3), read, new ByteArrayOutputStream(), written);
        StringReader half = new StringReader("one two");
        StringReader closed = new StringReader("one two");
        try {
            half.skip(1);
            half.mark(0);
            half.skip(2);
        } catch (IOException unexpected) {
            throw new IllegalStateException(unexpected);
        }
        closed.close();
        java.util.concurrent.locks.ReentrantLock held = new java.util.concurrent.locks.ReentrantLock();
        held.lock();
        add(new java.util.concurrent.locks.ReentrantLock(), new java.util.concurrent.locks.ReentrantLock(true), held);
        add(new StringReader(""), new StringReader("\u20ac"), half, closed);
        List<Function<Integer, Buffer>> makers = List.of(ByteBuffer::allocate, CharBuffer::allocate, ShortBuffer::allocate, IntBuffer::allocate,
                LongBuffer::allocate, FloatBuffer::allocate, DoubleBuffer::allocate);
        for (Function<Integer, Buffer> maker : makers) {
            Buffer moved = maker.apply(9).position(2).mark().position(4).limit(7);
            add(maker.apply(0), maker.apply(3), moved, moved.slice(), moved.duplicate());
        }
        add(ByteBuffer.wrap(bytes, 1, 3).order(ByteOrder.LITTLE_ENDIAN), ByteBuffer.wrap(bytes).asReadOnlyBuffer(), CharBuffer.allocate(2).asReadOnlyBuffer(),
                ShortBuffer.allocate(2).asReadOnlyBuffer(), IntBuffer.allocate(2).asReadOnlyBuffer(), LongBuffer.allocate(2).asReadOnlyBuffer(),
                FloatBuffer.allocate(2).asReadOnlyBuffer(), DoubleBuffer.allocate(2).asReadOnlyBuffer());
    }

    private static void others() {
        add(Optional.empty(), Optional.of("x"), OptionalInt.empty(), OptionalInt.of(-3), OptionalInt.of(0), OptionalLong.of(Long.MIN_VALUE), OptionalLong.empty(),
                OptionalDouble.of(-0.0), OptionalDouble.empty(), new WeakReference<>("kept"), new WeakReference<>(null), new SoftReference<>(Small.A));
        Throwable withSuppressed = new IllegalStateException("outer", new Failure("inner", null));
        withSuppressed.addSuppressed(new Error());
        withSuppressed.addSuppressed(new Failure(null, withSuppressed));
        add(new Throwable(), new Exception("message"), new Failure("m", null), withSuppressed, new StackOverflowError());
        add(new Thread(() -> { }), Thread.currentThread().getThreadGroup(), Values.class.getClassLoader(), Object.class.getModule(), new ThreadLocal<>(), new java.security.SecureRandom(),
                ThreadLocalRandom.current());
    }
}
