package generated;

import io.reenact.serial.*;
import java.math.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.regex.Pattern;

/** Values are equal after a round trip in each encoding, and their documents are the same bytes. */
public class RoundTrips {
    static Class<?>[] allowed;
    static int trips;

    static Object trip(Object object, Encoding encoding) {
        byte[] first = Forms.encode(object, encoding);
        Object read;
        try {
            read = Forms.decode(first, encoding, allowed);
        } catch (RuntimeException error) {
            throw new AssertionError(encoding + " cannot be read: " + new String(first, StandardCharsets.UTF_8), error);
        }
        byte[] second = Forms.encode(read, encoding);
        if (!Arrays.equals(first, second)) {
            throw new AssertionError(encoding + " is not stable:\n" + new String(first, StandardCharsets.UTF_8) + "\n"
                    + new String(second, StandardCharsets.UTF_8));
        }
        if (object != null && read.getClass() != object.getClass()) throw new AssertionError(read.getClass());
        trips++;
        return read;
    }

    static void equal(Object object) {
        for (Encoding encoding : Encoding.values()) {
            Object read = trip(object, encoding);
            if (!Objects.deepEquals(object, read)) throw new AssertionError(encoding + ": " + object + " became " + read);
        }
    }

    /** Types without an equals of their own are compared by a text. */
    static void shown(Object object) {
        for (Encoding encoding : Encoding.values()) {
            Object read = trip(object, encoding);
            if (!object.toString().equals(read.toString())) throw new AssertionError(encoding + ": " + object + " became " + read);
        }
    }

    static void platform() {
        for (Object value : new Object[] {
            new BigDecimal("1.000"), new BigDecimal("1E+5"), BigInteger.ONE.shiftLeft(100), URI.create("http://a/b?c#d"),
            new Date(5), new java.sql.Date(86_400_000), new java.sql.Time(1000), Duration.ofNanos(-1), Instant.MAX, LocalDate.MIN,
            LocalDateTime.of(2026, 11, 18, 1, 2, 3, 4), LocalTime.MIDNIGHT, MonthDay.of(2, 29), OffsetDateTime.MIN,
            OffsetTime.MAX, Period.of(-1, 2, 3), Year.of(-5), YearMonth.of(2026, 11), ZoneId.of("Europe/Paris"),
            ZoneOffset.ofHours(-3), ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneId.of("Europe/Paris")),
            new ArrayList<>(Arrays.asList(1, "a", null)), Arrays.asList(1, 2L), BitSet.valueOf(new long[] {5, 1L << 63}),
            Collections.emptyList(), Collections.emptyMap(), Collections.emptySet(),
            Collections.unmodifiableList(new ArrayList<>(Arrays.asList(1))), Collections.unmodifiableList(new LinkedList<>(Arrays.asList(1))),
            Collections.unmodifiableMap(new HashMap<>(Collections.singletonMap("k", 1))), Currency.getInstance("EUR"),
            new HashMap<>(Collections.singletonMap("k", new int[0].length)), new HashSet<>(Arrays.asList("a", "b")),
            List.of(), List.of(1), List.of(1, 2, 3), Set.of("one"), Map.of("k", "v"), Map.of(), Set.of(),
            new LinkedHashMap<>(Collections.singletonMap(1, 2)), new LinkedHashSet<>(Arrays.asList(3, 1)),
            new LinkedList<>(Arrays.asList(1)), Locale.forLanguageTag("de-CH-1996"), Optional.of("x"), Optional.empty(),
            new TreeMap<>(Collections.singletonMap("a", 1)), new TreeSet<>(Arrays.asList(2, 1)), new UUID(1, 2),
            new Vector<>(Arrays.asList(1)), new ConcurrentHashMap<>(Collections.singletonMap(1, 2)),
            new CopyOnWriteArrayList<>(Arrays.asList(1)), StandardCharsets.UTF_16LE,
            true, (byte) -1, (short) 7, 'x', '\ud800', 5, -7L, 1.5f, -0.0, Double.NaN, "text", "", null,
            new int[] {1, 2}, new byte[] {-1, 0}, new String[] {"a", null}, new Object[] {1, new int[] {2}}, new double[][] {{1.5}, null},
            new Integer[] {1, null}, new List<?>[] {new ArrayList<>()},
        }) {
            equal(value);
        }
        for (Object value : new Object[] {
            new StringBuilder("a\ud800b"), new ArrayDeque<>(Arrays.asList(1, 2)), Pattern.compile("a+b", Pattern.CASE_INSENSITIVE),
            new AtomicBoolean(true), new AtomicInteger(-3), new AtomicLong(1L << 40), new AtomicReference<>("r"),
            Collections.unmodifiableSet(new LinkedHashSet<>(Arrays.asList(3, 2))),
        }) {
            shown(value);
        }
    }

    public static void main(String[] args) throws Exception {
        List<Class<?>> types = new ArrayList<>(Arrays.asList(Values.Color.class));
        int count = Integer.parseInt(args[0]);
        for (int i = 0; i < count; i++) types.add(Class.forName("generated.Class" + i));
        allowed = types.toArray(new Class<?>[0]);
        platform();
        for (int i = 0; i < count; i++) {
            Random random = new Random(Long.parseLong(args[1]) + i);
            for (int round = 0; round < 40; round++) {
                equal(types.get(i + 1).getMethod("random", Random.class).invoke(null, random));
            }
            types.get(i + 1).getMethod("old").invoke(null);
        }
        System.out.println(trips + " round trips");
    }
}
