package io.reenact.serial;

import java.lang.reflect.InvocationTargetException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.time.*;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The forms of JDK types, whose names and components {@code crates/serial/src/platform.rs} fixes. */
@SuppressWarnings({"unchecked", "rawtypes"})
final class Platform {
    /** The binary names, by number. */
    static final String[] NAMES = Message.texts(ByteBuffer.wrap(Native.platform()));

    /** The number of {@code Object} as the class of array elements. */
    static final int OBJECT_NUMBER = NAMES.length;

    /** By number. */
    static final Function<Object, Object>[] READERS = new Function[NAMES.length];

    private static final Map<String, OfPlatform> WRITERS = new HashMap<>();
    private static final Map<String, Integer> NUMBERS = new HashMap<>();

    static {
        for (int i = 0; i < NAMES.length; i++) {
            NUMBERS.put(NAMES[i], i);
        }
        values();
        times();
        collections();
        for (int i = 0; i < NAMES.length; i++) {
            if (READERS[i] == null) {
                throw new IllegalStateException("no reader of " + NAMES[i]);
            }
        }
    }

    private Platform() {}

    /** The writer of a JDK type, or null. */
    static Codec codec(Class<?> type) {
        if (type.getClassLoader() != null && !type.getName().startsWith("java.")) {
            return null;
        }
        String name = type.getName();
        if (Charset.class.isAssignableFrom(type)) {
            name = "java.nio.charset.Charset";
        } else if (ZoneId.class.isAssignableFrom(type) && type != ZoneOffset.class) {
            name = "java.time.ZoneId";
        }
        return WRITERS.get(name);
    }

    private static final class OfPlatform extends Codec {
        final int number;
        final BiConsumer<Object, Sink> components;

        OfPlatform(int number, BiConsumer<Object, Sink> components) {
            this.number = number;
            this.components = components;
        }

        @Override
        void write(Object object, Sink sink) {
            sink.enter(object);
            sink.form(number);
            components.accept(object, sink);
            sink.leave();
        }
    }

    private static void form(String name, BiConsumer<Object, Sink> writer, Function<Source, Object> reader) {
        Integer number = NUMBERS.get(name);
        if (number == null) {
            throw new IllegalStateException("the native library has no form of " + name);
        }
        WRITERS.put(name, new OfPlatform(number, writer));
        READERS[number] = source -> reader.apply((Source) source);
    }

    private static <T> void text(Class<T> type, Function<T, String> write, Function<String, Object> read) {
        form(type.getName(), (object, sink) -> sink.writeUTF(write.apply((T) object)), source -> read.apply(source.readUTF()));
    }

    private static void values() {
        text(StringBuilder.class, StringBuilder::toString, StringBuilder::new);
        text(BigDecimal.class, BigDecimal::toString, BigDecimal::new);
        text(BigInteger.class, BigInteger::toString, BigInteger::new);
        text(URI.class, URI::toString, URI::create);
        text(Charset.class, Charset::name, Charset::forName);
        text(Currency.class, Currency::getCurrencyCode, Currency::getInstance);
        text(UUID.class, UUID::toString, UUID::fromString);
        text(Locale.class, Platform::tag, Locale::forLanguageTag);
        form("java.util.Date", Platform::millis, source -> new Date(source.readLong()));
        form("java.sql.Date", Platform::millis, source -> sql("java.sql.Date", source.readLong()));
        form("java.sql.Time", Platform::millis, source -> sql("java.sql.Time", source.readLong()));
        form("java.util.BitSet", (object, sink) -> sink.writeObject(((BitSet) object).toLongArray()),
                source -> BitSet.valueOf((long[]) source.readObject()));
        form("java.util.Optional", (object, sink) -> sink.writeObject(((Optional<?>) object).orElse(null)),
                source -> Optional.ofNullable(source.readObject()));
        form("java.util.regex.Pattern", (object, sink) -> {
            sink.writeUTF(((Pattern) object).pattern());
            sink.writeInt(((Pattern) object).flags());
        }, source -> Pattern.compile(source.readUTF(), source.readInt()));
        form("java.util.concurrent.atomic.AtomicBoolean",
                (object, sink) -> sink.writeBoolean(((AtomicBoolean) object).get()),
                source -> new AtomicBoolean(source.readBoolean()));
        form("java.util.concurrent.atomic.AtomicInteger",
                (object, sink) -> sink.writeInt(((AtomicInteger) object).get()),
                source -> new AtomicInteger(source.readInt()));
        form("java.util.concurrent.atomic.AtomicLong", (object, sink) -> sink.writeLong(((AtomicLong) object).get()),
                source -> new AtomicLong(source.readLong()));
        form("java.util.concurrent.atomic.AtomicReference",
                (object, sink) -> sink.writeObject(((AtomicReference<?>) object).get()),
                source -> new AtomicReference<>(source.readObject()));
    }

    private static void times() {
        text(Duration.class, Duration::toString, Duration::parse);
        text(Instant.class, Instant::toString, Instant::parse);
        text(LocalDate.class, LocalDate::toString, LocalDate::parse);
        text(LocalDateTime.class, LocalDateTime::toString, LocalDateTime::parse);
        text(LocalTime.class, LocalTime::toString, LocalTime::parse);
        text(OffsetDateTime.class, OffsetDateTime::toString, OffsetDateTime::parse);
        text(OffsetTime.class, OffsetTime::toString, OffsetTime::parse);
        text(ZonedDateTime.class, ZonedDateTime::toString, ZonedDateTime::parse);
        text(ZoneId.class, ZoneId::getId, ZoneId::of);
        text(ZoneOffset.class, ZoneOffset::getId, ZoneOffset::of);
        form("java.time.MonthDay", (object, sink) -> {
            sink.writeInt(((MonthDay) object).getMonthValue());
            sink.writeInt(((MonthDay) object).getDayOfMonth());
        }, source -> MonthDay.of(source.readInt(), source.readInt()));
        form("java.time.Period", (object, sink) -> {
            sink.writeInt(((Period) object).getYears());
            sink.writeInt(((Period) object).getMonths());
            sink.writeInt(((Period) object).getDays());
        }, source -> Period.of(source.readInt(), source.readInt(), source.readInt()));
        form("java.time.Year", (object, sink) -> sink.writeInt(((Year) object).getValue()),
                source -> Year.of(source.readInt()));
        form("java.time.YearMonth", (object, sink) -> {
            sink.writeInt(((YearMonth) object).getYear());
            sink.writeInt(((YearMonth) object).getMonthValue());
        }, source -> YearMonth.of(source.readInt(), source.readInt()));
    }

    private static void collection(String name, Supplier<Collection> empty) {
        form(name, (object, sink) -> sink.elements(elements(object)), source -> {
            int count = source.elementCount();
            Collection made = empty.get();
            for (int i = 0; i < count; i++) {
                source.step();
                made.add(source.readObject());
            }
            return made;
        });
    }

    private static void map(String name, Supplier<Map> empty) {
        form(name, Platform::entries, source -> {
            Object[] keys = source.elements();
            int count = source.elementCount();
            Map made = empty.get();
            for (int i = 0; i < count; i++) {
                source.step();
                made.put(key(keys, i, count), source.readObject());
            }
            return made;
        });
    }

    private static void collections() {
        collection("java.util.ArrayDeque", ArrayDeque::new);
        collection("java.util.ArrayList", ArrayList::new);
        collection("java.util.HashSet", HashSet::new);
        collection("java.util.LinkedHashSet", LinkedHashSet::new);
        collection("java.util.LinkedList", LinkedList::new);
        collection("java.util.TreeSet", TreeSet::new);
        collection("java.util.Vector", Vector::new);
        collection("java.util.concurrent.CopyOnWriteArrayList", CopyOnWriteArrayList::new);
        map("java.util.HashMap", HashMap::new);
        map("java.util.LinkedHashMap", LinkedHashMap::new);
        map("java.util.TreeMap", TreeMap::new);
        map("java.util.concurrent.ConcurrentHashMap", ConcurrentHashMap::new);
        form("java.util.Arrays$ArrayList", (object, sink) -> sink.elements((Collection<?>) object),
                source -> Arrays.asList(source.elements()));
        form("java.util.Collections$EmptyList", (object, sink) -> {}, source -> Collections.emptyList());
        form("java.util.Collections$EmptyMap", (object, sink) -> {}, source -> Collections.emptyMap());
        form("java.util.Collections$EmptySet", (object, sink) -> {}, source -> Collections.emptySet());
        form("java.util.Collections$UnmodifiableList",
                (object, sink) -> sink.writeObject(new LinkedList<>((List<?>) object)),
                source -> Collections.unmodifiableList((List<?>) source.readObject()));
        form("java.util.Collections$UnmodifiableRandomAccessList",
                (object, sink) -> sink.writeObject(new ArrayList<>((List<?>) object)),
                source -> Collections.unmodifiableList((List<?>) source.readObject()));
        form("java.util.Collections$UnmodifiableSet",
                (object, sink) -> sink.writeObject(new LinkedHashSet<>((Set<?>) object)),
                source -> Collections.unmodifiableSet((Set<?>) source.readObject()));
        form("java.util.Collections$UnmodifiableMap",
                (object, sink) -> sink.writeObject(new LinkedHashMap<>((Map<?, ?>) object)),
                source -> Collections.unmodifiableMap((Map<?, ?>) source.readObject()));
        for (String name : new String[] {"List12", "ListN"}) {
            form("java.util.ImmutableCollections$" + name, (object, sink) -> sink.elements((Collection<?>) object),
                    source -> made(List.class, "of", source.elements()));
        }
        for (String name : new String[] {"Set12", "SetN"}) {
            form("java.util.ImmutableCollections$" + name, (object, sink) -> sink.elements((Collection<?>) object),
                    source -> made(Set.class, "of", source.elements()));
        }
        for (String name : new String[] {"Map1", "MapN"}) {
            form("java.util.ImmutableCollections$" + name, Platform::entries, source -> {
                Object[] keys = source.elements();
                Object[] values = source.elements();
                Map.Entry[] entries = new Map.Entry[values.length];
                for (int i = 0; i < values.length; i++) {
                    entries[i] = new AbstractMap.SimpleImmutableEntry<>(key(keys, i, values.length), values[i]);
                }
                return made(Map.class, "ofEntries", entries);
            });
        }
    }

    /** A sorted set keeps its order only if that is the natural one. */
    private static Collection<?> elements(Object object) {
        if (object instanceof SortedSet && ((SortedSet<?>) object).comparator() != null) {
            throw new FormException("a TreeSet with a comparator has no serial form: the comparator is code");
        }
        return (Collection<?>) object;
    }

    private static void entries(Object object, Sink sink) {
        if (object instanceof SortedMap && ((SortedMap<?, ?>) object).comparator() != null) {
            throw new FormException("a TreeMap with a comparator has no serial form: the comparator is code");
        }
        Map<?, ?> map = (Map<?, ?>) object;
        sink.elements(map.keySet());
        sink.elements(map.values());
    }

    private static Object key(Object[] keys, int at, int count) {
        if (keys == null || keys.length != count) {
            throw new FormException("a map has " + (keys == null ? 0 : keys.length) + " keys and " + count + " values");
        }
        return keys[at];
    }

    private static String tag(Locale locale) {
        String tag = locale.toLanguageTag();
        if (!Locale.forLanguageTag(tag).equals(locale)) {
            throw new FormException("the locale " + locale + " has no exact language tag");
        }
        return tag;
    }

    private static void millis(Object object, Sink sink) {
        sink.writeLong(((Date) object).getTime());
    }

    /** The module {@code java.sql} may be absent. */
    private static Object sql(String name, long millis) {
        try {
            return Class.forName(name).getConstructor(long.class).newInstance(millis);
        } catch (ReflectiveOperationException absent) {
            throw new FormException(name + " is not in this Java runtime");
        }
    }

    /** Calls a factory that Java 8 does not have. */
    private static Object made(Class<?> type, String name, Object[] arguments) {
        try {
            return type.getMethod(name, arguments.getClass()).invoke(null, (Object) arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof RuntimeException) {
                throw (RuntimeException) thrown.getCause();
            }
            throw new FormException(type.getName() + "." + name + " failed: " + thrown.getCause());
        } catch (ReflectiveOperationException absent) {
            throw new FormException(type.getName() + "." + name + " needs Java 9 or later");
        }
    }

    /** The classes of the JDK that have forms and are in this runtime. They are not initialized. */
    static List<Class<?>> classes() {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : NAMES) {
            try {
                classes.add(Class.forName(name, false, null));
            } catch (ClassNotFoundException absent) {
                // Types of other modules are not always there, and then cannot occur.
                continue;
            }
        }
        return classes;
    }
}
