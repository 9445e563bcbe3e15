import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The result of Java code for an object, in words that the test finds for the decoded form as well. A word
 * {@code ~} means that the words behind it come in any order.
 */
final class Says {
    private final Dump dump;

    Says(Dump dump) {
        this.dump = dump;
    }

    String of(Object object) {
        if (Values.rawReason(object) != null) return Values.rawReason(object);
        String type = object.getClass().getName();
        if (isView(type) || object instanceof ConcurrentHashMap.KeySetView<?, ?> keys && keys.getMappedValue() == null) return "View " + view(object);
        if (object instanceof StringJoiner) return "Joiner " + hex(object.toString());
        if (object instanceof StringBuilder || object instanceof StringWriter || object instanceof StringBuffer) return "Text " + hex(object.toString());
        if (object instanceof Enum<?> constant) {
            return "Enum " + constant.getDeclaringClass().getName().replace('.', '/') + " " + constant.name();
        }
        if (object instanceof Boolean || object instanceof Character || object instanceof Number n && isBox(n)) {
            return "Boxed " + plain(object);
        }
        if (object instanceof BigInteger i) return "BigInteger " + i;
        if (object instanceof BigDecimal d) return "BigDecimal " + d.unscaledValue() + " " + d.scale();
        if (type.endsWith("$CopiesList")) {
            List<?> list = (List<?>) object;
            return "Copies " + list.size() + (list.isEmpty() ? "" : " " + dump.reference(list.get(0)));
        }
        if (object instanceof Queue<?> queue && !(object instanceof LinkedList)) return queue(queue);
        if (object instanceof List<?> list) return "List" + each(list);
        if (object instanceof Set<?> set) return set(set);
        if (object instanceof Map<?, ?> map) return map(map);
        if (object instanceof Map.Entry<?, ?> entry) return "Entry " + pair(entry);
        String value = value(object);
        return value != null ? value : "Opaque";
    }

    private static boolean isView(String type) {
        for (String mark : List.of("$Unmodifiable", "$Synchronized", "$Checked", "$SetFromMap", "$AsLIFOQueue",
                "SubList", "SubMap", "Arrays$ArrayList", "LinkedKeySet", "LinkedValues", "LinkedEntrySet", "Map$ValuesView", "Map$EntrySetView", "Map$KeySet", "Map$Values", "Map$EntrySet", "ReverseOrder")) {
            if (type.contains(mark) && !type.contains("KeySetView")) return true;
        }
        return false;
    }

    /** The elements that a view shows; of a map, its keys. Values and entries are looked at elsewhere. */
    private String view(Object object) {
        String type = object.getClass().getName();
        if (type.contains("Values") && !type.contains("Values$") || type.contains("EntrySet")) return "-";
        Collection<?> shown = object instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) object;
        boolean ordered = shown instanceof List || shown instanceof Queue || shown instanceof SortedSet
                || type.contains("LinkedKeySet");
        return (ordered ? "" : "~ ") + each(shown).stripLeading();
    }

    private static boolean isBox(Number n) {
        return n instanceof Byte || n instanceof Short || n instanceof Integer || n instanceof Long
                || n instanceof Float || n instanceof Double;
    }

    private static String plain(Object value) {
        if (value instanceof Float f) return Integer.toUnsignedString(Float.floatToRawIntBits(f));
        if (value instanceof Double d) return Long.toUnsignedString(Double.doubleToRawLongBits(d));
        if (value instanceof Character c) return "" + (int) c;
        return value.toString();
    }

    private String queue(Queue<?> queue) {
        boolean bounded = queue instanceof LinkedBlockingQueue || queue instanceof ArrayBlockingQueue
                || queue instanceof LinkedBlockingDeque;
        String capacity = bounded ? "" + (((BlockingQueue<?>) queue).remainingCapacity() + queue.size()) : "-";
        Object comparator = queue instanceof PriorityQueue<?> p ? p.comparator()
                : queue instanceof PriorityBlockingQueue<?> p ? p.comparator() : null;
        return "Queue " + capacity + " " + dump.reference(comparator) + each(queue);
    }

    private String set(Set<?> set) {
        Object comparator = set instanceof SortedSet<?> sorted ? sorted.comparator() : null;
        boolean ordered = set instanceof SortedSet || set instanceof LinkedHashSet || set instanceof EnumSet
                || set instanceof CopyOnWriteArraySet;
        String order = set instanceof SortedSet || set instanceof EnumSet ? "Sorted" : ordered ? "Insertion" : "None";
        String type = set instanceof EnumSet<?> && !set.isEmpty() ? enumType(set.iterator().next()) + " " : "";
        return "Set " + order + " " + type + dump.reference(comparator) + (ordered ? "" : " ~") + each(set);
    }

    private static String enumType(Object constant) {
        return ((Enum<?>) constant).getDeclaringClass().getName().replace('.', '/');
    }

    private String map(Map<?, ?> map) {
        Object comparator = map instanceof SortedMap<?, ?> sorted ? sorted.comparator() : null;
        boolean ordered = map instanceof SortedMap || map instanceof LinkedHashMap || map instanceof EnumMap;
        String order = map instanceof SortedMap || map instanceof EnumMap ? "Sorted"
                : map instanceof LinkedHashMap ? Values.isAccessOrdered(map) ? "Access" : "Insertion" : "None";
        String type = map instanceof EnumMap<?, ?> && !map.isEmpty() ? enumType(map.keySet().iterator().next()) + " " : "";
        String entries = map.entrySet().stream().map(entry -> " " + pair(entry)).collect(Collectors.joining());
        return "Map " + order + " " + type + dump.reference(comparator) + (ordered ? "" : " ~") + entries;
    }

    private String pair(Map.Entry<?, ?> entry) {
        return dump.reference(entry.getKey()) + "=" + dump.reference(entry.getValue());
    }

    private String each(Iterable<?> elements) {
        StringBuilder words = new StringBuilder();
        elements.forEach(element -> words.append(' ').append(dump.reference(element)));
        return words.toString();
    }

    private String value(Object object) {
        if (object instanceof Optional<?> o) return "Optional" + (o.isPresent() ? " " + dump.reference(o.get()) : "");
        if (object instanceof OptionalInt o) return "Optional" + (o.isPresent() ? " " + o.getAsInt() : "");
        if (object instanceof OptionalLong o) return "Optional" + (o.isPresent() ? " " + o.getAsLong() : "");
        if (object instanceof OptionalDouble o) return "Optional" + (o.isPresent() ? " " + plain(o.getAsDouble()) : "");
        if (object instanceof AtomicBoolean a) return "Atomic " + a.get();
        if (object instanceof AtomicInteger a) return "Atomic " + a.get();
        if (object instanceof AtomicLong a) return "Atomic " + a.get();
        if (object instanceof AtomicReference<?> a) return "Atomic " + dump.reference(a.get());
        if (object instanceof AtomicIntegerArray a) {
            return "AtomicArray" + IntStream.range(0, a.length()).mapToObj(i -> " " + a.get(i)).collect(Collectors.joining());
        }
        if (object instanceof AtomicLongArray a) {
            return "AtomicArray" + IntStream.range(0, a.length()).mapToObj(i -> " " + a.get(i)).collect(Collectors.joining());
        }
        if (object instanceof AtomicReferenceArray<?> a) {
            return "AtomicArray" + IntStream.range(0, a.length()).mapToObj(i -> " " + dump.reference(a.get(i))).collect(Collectors.joining());
        }
        if (object instanceof AtomicStampedReference<?> a) return "AtomicPair " + dump.reference(a.getReference()) + " " + a.getStamp();
        if (object instanceof AtomicMarkableReference<?> a) return "AtomicPair " + dump.reference(a.getReference()) + " " + a.isMarked();
        if (object instanceof LongAdder a) return "Adder " + a.sum();
        if (object instanceof DoubleAdder a) return "Adder " + plain(a.sum());
        if (object instanceof BitSet b) return "BitSet " + b.stream().mapToObj(i -> " " + i).collect(Collectors.joining());
        if (object instanceof java.lang.ref.Reference<?> r) return "Reference " + dump.reference(r.get());
        if (object instanceof UUID u) return "Uuid " + u;
        if (object instanceof URI u) return "Uri " + hex(u.toString());
        if (object instanceof URL u) return "Url " + hex(u.toExternalForm());
        if (object instanceof Pattern p) return "Pattern " + hex(p.pattern()) + " " + p.flags();
        if (object instanceof Currency c) return "Currency " + c.getCurrencyCode();
        if (object instanceof Charset c) return "Charset " + c.name();
        if (object instanceof Path p) return "Path " + hex(p.toString());
        if (object instanceof File f) return "File " + hex(f.getPath());
        if (object instanceof InetAddress a) {
            String scope = a instanceof java.net.Inet6Address six && six.getScopeId() != 0 ? " " + six.getScopeId() : "";
            // The name, if it is known: asking for it would look it up.
            return "InetAddress " + hex(a.toString().split("/", 2)[0]) + " " + Arrays.toString(a.getAddress()) + scope;
        }
        if (object instanceof InetSocketAddress a) {
            String host = a.isUnresolved() ? hex(a.getHostString()) : dump.reference(a.getAddress());
            return "SocketAddress " + host + " " + a.getPort();
        }
        if (object instanceof Locale l) {
            String extensions = l.getExtensionKeys().stream().sorted()
                    .map(key -> key + "-" + l.getExtension(key)).collect(Collectors.joining("-"));
            return String.join("|", "Locale " + l.getLanguage(), l.getScript(), l.getCountry(), l.getVariant(), extensions);
        }
        if (object instanceof ByteArrayOutputStream o) return "ByteOutput " + Arrays.toString(o.toByteArray());
        if (object instanceof ByteArrayInputStream i) {
            String rest = Arrays.toString(i.readAllBytes());
            i.reset();
            return "ByteInput " + rest + " " + Arrays.toString(i.readAllBytes());
        }
        if (object instanceof java.util.concurrent.locks.ReentrantLock l) return "Lock " + l.isFair();
        if (object instanceof StringReader r) {
            try {
                String rest = rest(r);
                r.reset();
                return "TextInput " + hex(rest) + " " + hex(rest(r));
            } catch (IOException closed) {
                return "TextInput closed";
            }
        }
        if (object instanceof Buffer b) {
            Buffer back = b.duplicate();
            int mark = -1;
            try {
                mark = back.reset().position();
            } catch (java.nio.InvalidMarkException none) {
                // Nothing was marked.
            }
            boolean big = (b instanceof ByteBuffer bytes ? bytes.order() : ByteOrder.nativeOrder()) == ByteOrder.BIG_ENDIAN;
            return "Buffer " + b.capacity() + " " + b.position() + " " + b.limit() + " " + mark + " " + b.isReadOnly()
                    + " " + big + (b.hasArray() ? " " + b.arrayOffset() : " -");
        }
        if (object instanceof Random r && r.getClass() == Random.class) {
            String gaussian = Values.hasGaussian(r) ? " " + plain(r.nextGaussian()) : "";
            return "Random " + r.nextInt() + " " + r.nextLong() + gaussian;
        }
        if (object instanceof Throwable t) {
            return "Throwable " + dump.reference(t.getMessage()) + " " + dump.reference(t.getCause()) + each(List.of(t.getSuppressed()));
        }
        return time(object);
    }

    private String time(Object object) {
        if (object instanceof Instant i) return "Instant " + i.getEpochSecond() + " " + i.getNano();
        if (object instanceof Duration d) return "Duration " + d.getSeconds() + " " + d.getNano();
        if (object instanceof Period p) return "Period " + p.getYears() + " " + p.getMonths() + " " + p.getDays();
        if (object instanceof LocalDate d) return "LocalDate " + date(d);
        if (object instanceof LocalTime t) return "LocalTime " + time(t);
        if (object instanceof LocalDateTime t) return "LocalDateTime " + date(t.toLocalDate()) + " " + time(t.toLocalTime());
        if (object instanceof OffsetTime t) return "OffsetTime " + time(t.toLocalTime()) + " " + t.getOffset().getTotalSeconds();
        if (object instanceof OffsetDateTime t) {
            return "OffsetDateTime " + date(t.toLocalDate()) + " " + time(t.toLocalTime()) + " " + t.getOffset().getTotalSeconds();
        }
        if (object instanceof ZonedDateTime t) {
            return "ZonedDateTime " + date(t.toLocalDate()) + " " + time(t.toLocalTime()) + " " + t.getOffset().getTotalSeconds()
                    + " " + zone(t.getZone());
        }
        if (object instanceof Year y) return "Year " + y.getValue();
        if (object instanceof YearMonth m) return "YearMonth " + m.getYear() + " " + m.getMonthValue();
        if (object instanceof MonthDay d) return "MonthDay " + d.getMonthValue() + " " + d.getDayOfMonth();
        if (object instanceof ZoneId z) return "Zone " + zone(z);
        if (object instanceof Clock c) return "FixedClock " + c.instant().getEpochSecond() + " " + c.instant().getNano() + " " + zone(c.getZone());
        if (object instanceof java.sql.Timestamp t) return "Timestamp " + t.getTime() + " " + t.getNanos();
        if (object instanceof Date d) return "Date " + d.getTime();
        if (object instanceof TimeZone z) return "TimeZone " + z.getID();
        if (object instanceof GregorianCalendar c) {
            return "Calendar " + c.getTimeInMillis() + " " + c.getTimeZone().getID() + " " + c.isLenient() + " "
                    + c.getFirstDayOfWeek() + " " + c.getMinimalDaysInFirstWeek() + " " + c.getGregorianChange().getTime();
        }
        return null;
    }

    private static String date(LocalDate d) {
        return d.getYear() + "-" + d.getMonthValue() + "-" + d.getDayOfMonth();
    }

    private static String time(LocalTime t) {
        return t.getHour() + ":" + t.getMinute() + ":" + t.getSecond() + "." + t.getNano();
    }

    private static String zone(ZoneId zone) {
        return zone instanceof ZoneOffset offset ? "" + offset.getTotalSeconds() : zone.getId();
    }

    /** The text's {@code char}s, each as four digits. */
    static String hex(String text) {
        StringBuilder digits = new StringBuilder("x");
        text.chars().forEach(c -> digits.append(String.format("%04x", c)));
        return digits.toString();
    }

    private static String rest(Reader reader) throws IOException {
        StringBuilder rest = new StringBuilder();
        for (int c = reader.read(); c >= 0; c = reader.read()) {
            rest.append((char) c);
        }
        return rest.toString();
    }
}
