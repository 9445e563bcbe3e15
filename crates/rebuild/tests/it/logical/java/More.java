import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.InetAddress;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.util.*;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Values that take other Java than those of {@code Values}, and exceptions by the constructors that the arguments name. */
final class More {
    private static final List<Object> VALUES = new ArrayList<>();

    private More() { }

    private static void add(Object... values) {
        VALUES.addAll(Arrays.asList(values));
    }

    public static void main(String[] args) throws Exception {
        collections();
        views();
        comparators();
        numbers();
        times();
        identifiers();
        bytes();
        cycles();
        thrown();
        for (String constructor : args) {
            exceptions(constructor);
        }
        StringBuilder out = new StringBuilder();
        Dump dump = new Dump(out);
        for (Object value : VALUES) {
            String reference = dump.value(value);
            out.append("says ").append(reference).append(" -\n");
        }
        System.out.print(out);
    }

    private static void collections() {
        String[] words = {"a", "b"};
        // An array that is the only element could be taken for the elements.
        add(List.of((Object) words), Set.of((Object) words), Collections.singletonList(words), new ArrayList<>(Collections.singletonList(words)),
                new ArrayList<>(Collections.singletonList(null)), Arrays.asList((Object) words), Stream.of((Object) words).toList(),
                Collections.singletonList(null).stream().toList(), Stream.of("x").toList(), new HashSet<>(List.of((Object) words)),
                List.of((Object) new int[] {1}), new ArrayDeque<>(List.of((Object) words)));
        add(Arrays.asList("a", "b"), Arrays.asList(new Object[] {"a", "b"}), Arrays.asList(1, 2), Arrays.asList((Object) null), Arrays.asList());
        add(EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.SATURDAY), EnumSet.allOf(DayOfWeek.class), EnumSet.of(DayOfWeek.FRIDAY, DayOfWeek.MONDAY));
        EnumMap<Month, Object> months = new EnumMap<>(Month.class);
        months.put(Month.MAY, "x");
        months.put(Month.JUNE, null);
        add(months, new LinkedHashMap<>(Collections.singletonMap("k", List.of(1))), new TreeMap<>(Map.of("b", 1, "a", 2)));
        Map<Object, Object> same = new IdentityHashMap<>();
        same.put(new String("twice"), 1);
        same.put(new String("twice"), 2);
        add(same);
        Properties properties = new Properties();
        properties.setProperty("k", "v");
        Properties derived = new Properties(properties);
        derived.setProperty("l", "w");
        derived.put("number", 5);
        add(derived);
    }

    private static void views() {
        TreeSet<String> tree = new TreeSet<>(List.of("a", "b", "c", "d"));
        ConcurrentSkipListSet<String> skip = new ConcurrentSkipListSet<>(tree);
        add(tree.headSet("c"), tree.subSet("a", false, "c", true), tree.descendingSet(), tree.tailSet("b", false).descendingSet(), skip.tailSet("b"),
                skip.descendingSet(), tree.descendingSet().descendingSet(), new TreeSet<>(tree).tailSet("x"));
        TreeMap<String, Object> map = new TreeMap<>(Map.of("a", 1, "b", 2));
        add(map.descendingMap().descendingMap(), map.headMap("b").keySet(), map.descendingMap().navigableKeySet());
        List<String> list = new ArrayList<>(tree);
        List<String> together = Collections.synchronizedList(list);
        Map<String, Object> locked = Collections.synchronizedMap(new HashMap<>(map));
        add(together.subList(1, 3), locked.values(), locked.entrySet(), locked.keySet(), new Vector<>(list).subList(1, 2));
        // One array behind two lists.
        String[] shared = {"x", "y"};
        add(List.of(Arrays.asList(shared), Arrays.asList(shared)), new Object[] {shared, Arrays.asList(shared)}, Map.of("list", Arrays.asList(shared)));
        Set<Object> identities = Collections.newSetFromMap(new IdentityHashMap<>());
        identities.add(list);
        add(identities, Collections.newSetFromMap(new HashMap<>()), Collections.newSetFromMap(new LinkedHashMap<>(4)), Collections.unmodifiableMap(map).keySet());
    }

    private static void comparators() {
        List<Comparator<String>> orders = List.of(Comparator.naturalOrder(), Comparator.reverseOrder(), Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER),
                String.CASE_INSENSITIVE_ORDER, Comparator.nullsFirst(Comparator.naturalOrder()), Comparator.nullsLast(String.CASE_INSENSITIVE_ORDER));
        for (Comparator<String> order : orders) {
            TreeMap<String, Object> map = new TreeMap<>(order);
            map.put("b", 1);
            map.put("A", 2);
            Queue<String> queue = new PriorityQueue<>(order);
            queue.addAll(List.of("z", "Y", "x"));
            add(map, queue, new TreeSet<>(order));
        }
    }

    private static void numbers() {
        for (int i = 0; i < 20; i++) {
            Random random = new Random(i * 1_000_003L - 9);
            for (int gaussians = 0; gaussians < i % 4; gaussians++) {
                random.nextGaussian();
            }
            for (int drawn = 0; drawn < i; drawn++) {
                random.nextInt();
            }
            add(random);
        }
        Random far = new Random(3);
        far.nextGaussian();
        far.ints(100).sum();
        add(far);
        BitSet ranges = new BitSet();
        ranges.set(3, 70);
        ranges.set(100);
        BitSet sieve = new BitSet();
        for (int i = 0; i < 200; i += 3) {
            sieve.set(i);
        }
        add(ranges, sieve, new AtomicReferenceArray<>(new String[] {"a", "b"}), new AtomicReferenceArray<>(3), new StringJoiner("", "<", ">"));
    }

    private static void times() {
        for (Duration duration : List.of(Duration.ofDays(3), Duration.ofHours(-5), Duration.ofMinutes(90), Duration.ofSeconds(61), Duration.ofMillis(1500),
                Duration.ofMillis(-1), Duration.ofNanos(7), Duration.ofNanos(-7), Duration.ofSeconds(5, 7), Duration.ofSeconds(-5, 7), Duration.ofSeconds(Long.MAX_VALUE, 999_999_999))) {
            add(duration);
        }
        add(Period.ofDays(5), Period.ofMonths(-2), Period.ofYears(1), Period.of(1, 2, 3), LocalTime.of(9, 30), LocalTime.of(9, 30, 5), LocalTime.NOON,
                LocalDateTime.MIN, LocalDateTime.MAX, LocalDateTime.of(2024, 3, 1, 0, 0), ZoneOffset.MAX, ZoneOffset.MIN, ZoneOffset.ofHoursMinutes(-3, -30),
                Instant.parse("0000-01-01T00:00:00Z"), Instant.parse("9999-12-31T23:59:59.999999999Z"), Instant.parse("+10000-01-01T00:00:00Z"), MonthDay.of(2, 29));
        for (int hour = 0; hour < 24; hour++) {
            add(ZonedDateTime.of(2024, 11, 3, hour, 30, 0, 0, ZoneId.of("America/New_York")).withLaterOffsetAtOverlap());
        }
        for (String fixed : List.of("UTC", "GMT", "UT", "Z", "GMT+3", "UTC-02:30", "Etc/GMT+5", "+01:00")) {
            add(ZonedDateTime.of(2024, 11, 3, 2, 30, 0, 0, ZoneId.of(fixed)));
        }
        for (int first = 1; first <= 7; first++) {
            Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"), Locale.UK);
            calendar.setTimeInMillis(first * 1_000_000_000_000L);
            calendar.setFirstDayOfWeek(first);
            calendar.setMinimalDaysInFirstWeek(first % 4 + 1);
            add(calendar);
        }
    }

    private static void identifiers() throws Exception {
        for (int flag = 1; flag <= 0x100; flag *= 2) {
            add(Pattern.compile("a", flag));
        }
        add(new URL("http://host/with space"), new URL("http://[::1]:80/"));
        for (String tag : List.of("de", "de-AT", "und-DE", "zh-Hant-TW", "sr-Latn-RS-ekavsk", "sl-IT-nedis", "de-DE-1996", "es-419", "en-US-u-ca-buddhist", "x-private", "he", "und", "deu")) {
            add(Locale.forLanguageTag(tag));
        }
        add(new Locale("no", "NO", "NY"), new Locale("th", "TH", "TH"), new Locale("x", "y", "z"), new Locale("", "", "POSIX"), new Locale("en", "", "POSIX"), new Locale("verylonglanguage"));
        for (Locale locale : List.of(Locale.US, Locale.UK, Locale.CANADA, Locale.CANADA_FRENCH, Locale.CHINESE, Locale.TAIWAN, Locale.KOREAN, Locale.JAPAN, Locale.ITALY)) {
            add(locale);
        }
        add(InetAddress.getByAddress("localhost", new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
    }

    private static void bytes() throws Exception {
        byte[] text = "some text, \u20ac".getBytes(StandardCharsets.UTF_8);
        ByteArrayInputStream moved = new ByteArrayInputStream(text);
        moved.skip(5);
        ByteArrayInputStream ended = new ByteArrayInputStream(text, 3, 4);
        ended.readAllBytes();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(new byte[9]);
        add(new ByteArrayInputStream(text), moved, ended, out, new ByteArrayInputStream(new byte[5000]));
        ByteArrayOutputStream big = new ByteArrayOutputStream();
        for (int i = 0; i < 5000; i++) {
            big.write(i);
        }
        add(new ByteArrayInputStream(big.toByteArray()));
        for (int i = 0; i < 50_000; i++) {
            big.write(i);
        }
        add(big);
        ByteBuffer buffer = ByteBuffer.wrap(text);
        add(buffer.slice(2, 5), buffer.slice(2, 5).order(ByteOrder.LITTLE_ENDIAN), buffer.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN).position(3),
                List.of(text, ByteBuffer.wrap(text)), List.of(ByteBuffer.allocate(4), CharBuffer.wrap(new char[] {'a', 'b'})));
        ByteBuffer zeros = ByteBuffer.allocate(4);
        add(List.of(zeros, zeros.duplicate()));
    }

    private static void cycles() {
        List<Object> one = new ArrayList<>();
        List<Object> two = new LinkedList<>(List.of(one));
        one.add(two);
        Map<Object, Object> map = new HashMap<>();
        map.put("list", Arrays.asList(map, "x"));
        AtomicReference<Object> itself = new AtomicReference<>();
        itself.set(itself);
        Object[] array = {null, "x"};
        array[0] = List.of(array, "y");
        Map.Entry<Object, Object> entry = new AbstractMap.SimpleEntry<>("k", null);
        entry.setValue(List.of(entry));
        Exception outer = new IllegalStateException("outer");
        outer.initCause(new RuntimeException("inner", outer));
        AtomicReferenceArray<Object> slots = new AtomicReferenceArray<>(2);
        slots.set(1, Optional.of(slots));
        add(one, two, map, itself, array, entry, outer, slots);
    }

    @SuppressWarnings("null")
    private static void thrown() {
        String none = null;
        for (Runnable code : List.<Runnable>of(() -> none.length(), () -> Integer.parseInt("x"), () -> List.of().iterator().next(), () -> LocalDate.parse("x"),
                () -> { throw new UncheckedIOException("why", new IOException("disk")); }, () -> Objects.checkIndex(5, 3), () -> Pattern.compile("("))) {
            try {
                code.run();
            } catch (RuntimeException e) {
                add(e);
            }
        }
        add(new AssertionError("expected"), new AssertionError(5), new AssertionError("both", new Error()));
    }

    /** A class and a descriptor, such as {@code java.io.IOException(String,int)}. */
    private static void exceptions(String constructor) throws Exception {
        String[] parts = constructor.split("[(),]");
        Class<?> type = Class.forName(parts[0]);
        Class<?>[] parameters = new Class<?>[parts.length - 1];
        Object[] given = new Object[parameters.length];
        for (int i = 1; i < parts.length; i++) {
            parameters[i - 1] = parts[i].equals("int") ? int.class : parts[i].equals("char") ? char.class : Class.forName(parts[i]);
            given[i - 1] = parts[i].equals("int") ? (Object) (i + 3) : parts[i].equals("char") ? (Object) 'd' : parts[i].equals("java.lang.Class") ? String.class
                    : Throwable.class.isAssignableFrom(parameters[i - 1]) ? new IOException("cause") : "text " + i;
        }
        Constructor<?> found = type.getConstructor(parameters);
        add(found.newInstance(given));
        Throwable caused = (Throwable) found.newInstance(given);
        caused.addSuppressed(new Exception("suppressed"));
        try {
            caused.initCause(new Error("later"));
        } catch (IllegalStateException e) {
            // It has a cause, or will never have one.
        }
        add(caused);
    }
}
