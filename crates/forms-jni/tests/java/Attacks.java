import io.reenact.serial.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** Attacks that succeed against {@link ObjectInputStream}, and the same against serial forms. */
public class Attacks {
    /** Dates that are copied on the way in, and never handed out. */
    public static final class Interval implements Serializable {
        private static final long serialVersionUID = 1L;
        private final Date start;
        private final Date end;

        @Deserializer
        public Interval(Date start, Date end) {
            this.start = new Date(start.getTime());
            this.end = new Date(end.getTime());
            if (this.start.after(this.end)) throw new IllegalArgumentException(start + " is after " + end);
        }

        public static final class Dates {
            public final Date start;
            public final Date end;
            Dates(Date start, Date end) { this.start = start; this.end = end; }
        }

        @Serializer
        public Dates dates() { return new Dates(new Date(start.getTime()), new Date(end.getTime())); }

        boolean isValid() { return !start.after(end); }
    }

    /** A connection that nothing but its monitor ever sees. */
    public static final class Connection implements Serializable {
        private static final long serialVersionUID = 1L;
        String server;
        Connection(String server) { this.server = server; }
    }

    public static final class Monitor implements Serializable {
        private static final long serialVersionUID = 1L;
        private final Connection connection;

        @Deserializer
        public Monitor(String server) { connection = new Connection(server); }

        @Serializer
        public String server() { return connection.server; }
    }

    /** An invariant of two numbers; the second version has a step. */
    public static final class Range implements Serializable {
        private static final long serialVersionUID = 1L;
        private final int lo;
        private final int hi;

        public Range(int lo, int hi) { this(lo, hi, 1); }

        private Range(int lo, int hi, int step) {
            if (lo > hi) throw new IllegalArgumentException("(" + lo + "," + hi + ")");
            this.lo = lo;
            this.hi = hi;
        }

        public record Form(int lo, int hi, int step) {}

        @Serializer(version = 2)
        public Form form() { return new Form(lo, hi, 1); }

        @Deserializer(version = 2)
        public static Range make(int lo, int hi, int step) { return new Range(lo, hi, step); }

        @Deserializer(version = 1)
        public static Range make(int lo, int hi) { return new Range(lo, hi); }

        boolean isValid() { return lo <= hi; }
    }

    static byte[] old(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    static byte[] formed(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (FormOutputStream out = new FormOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    /** The bytes of one object, with a reference to the object of a handle behind them. */
    static byte[] withReference(byte[] stream, int handle) {
        byte[] longer = Arrays.copyOf(stream, stream.length + 5);
        int at = stream.length;
        longer[at] = ObjectStreamConstants.TC_REFERENCE;
        longer[at + 1] = 0;
        longer[at + 2] = 0x7e;
        longer[at + 3] = 0;
        longer[at + 4] = (byte) handle;
        return longer;
    }

    interface Opener {
        ObjectInputStream open(InputStream in) throws IOException;
    }

    /** Reads an object, then whatever references behind it give, and changes what can be changed. */
    static Object aliased(byte[] stream, Opener opener) throws Exception {
        Object victim = null;
        for (int handle = 0; handle < 40; handle++) {
            ObjectInputStream in = opener.open(new ByteArrayInputStream(withReference(stream, handle)));
            Object read = in.readObject();
            victim = victim == null ? read : victim;
            Object alias;
            try {
                alias = in.readObject();
            } catch (IOException | RuntimeException absent) {
                continue;
            }
            if (alias instanceof Date) {
                ((Date) alias).setTime(Long.MAX_VALUE);
                victim = read;
                if (read instanceof Interval && !((Interval) read).isValid()) return read;
            } else if (alias instanceof Connection) {
                ((Connection) alias).server = "evil";
                return read;
            }
        }
        return victim;
    }

    /** Replaces the last occurrence of four bytes. */
    static byte[] patched(byte[] stream, int from, int to) {
        byte[] patched = stream.clone();
        for (int at = stream.length - 4; at >= 0; at--) {
            int value = stream[at] << 24 | (stream[at + 1] & 255) << 16 | (stream[at + 2] & 255) << 8 | stream[at + 3] & 255;
            if (value == from) {
                for (int i = 0; i < 4; i++) patched[at + i] = (byte) (to >>> 8 * (3 - i));
                return patched;
            }
        }
        throw new AssertionError("no " + from);
    }

    static String read(byte[] stream, Class<?>... allowed) {
        try (FormInputStream in = new FormInputStream(new ByteArrayInputStream(stream), allowed)) {
            return "read " + in.readObject().getClass().getSimpleName();
        } catch (IOException | RuntimeException | ClassNotFoundException error) {
            return error.getClass().getSimpleName() + ": " + error.getMessage();
        }
    }

    static String decoded(String json, Class<?>... allowed) {
        try {
            return "read " + Forms.decode(json.getBytes(StandardCharsets.UTF_8), Encoding.JSON, allowed);
        } catch (RuntimeException error) {
            return error.getClass().getSimpleName() + ": " + error.getMessage();
        }
    }

    public static void main(String[] args) throws Exception {
        Interval interval = new Interval(new Date(1000), new Date(2000));
        Opener plain = ObjectInputStream::new;
        Opener forms = in -> new FormInputStream(in, Interval.class, Monitor.class, Range.class);
        System.out.println("aliasing, Java serialization: valid " + ((Interval) aliased(old(interval), plain)).isValid());
        System.out.println("aliasing, serial forms: valid " + ((Interval) aliased(formed(interval), forms)).isValid());
        Monitor monitor = new Monitor("db-1");
        System.out.println("encapsulation, Java serialization: " + ((Monitor) aliased(old(monitor), plain)).server());
        System.out.println("encapsulation, serial forms: " + ((Monitor) aliased(formed(monitor), forms)).server());
        System.out.println("reference in a document: " + decoded("{\"$class\":\"Attacks$Interval\",\"$version\":1,"
                + "\"start\":{\"$class\":\"java.util.Date\",\"$version\":1,\"millis\":1},\"end\":{\"$ref\":\"start\"}}", Interval.class));

        Range range = new Range(111_111_111, 222_222_222);
        byte[] bad = patched(old(range), 111_111_111, 333_333_333);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bad))) {
            System.out.println("bad state, Java serialization: valid " + ((Range) in.readObject()).isValid());
        }
        System.out.println("bad state, old description: " + read(bad, Range.class));
        System.out.println("bad state, serial form: " + read(patched(formed(range), 111_111_111, 333_333_333), Range.class));
        System.out.println("bad state, document: "
                + decoded("{\"$class\":\"Attacks$Range\",\"$version\":1,\"lo\":9,\"hi\":5}", Range.class));
        System.out.println("serial form: " + read(formed(range), Range.class));
        System.out.println("not allowed: " + read(formed(range), Monitor.class));
        System.out.println("version: " + read(patched(formed(range), 2, 7), Range.class));
        try (FormInputStream in = new FormInputStream(new ByteArrayInputStream(old(range)), Range.class).acceptOld(Range.class)) {
            System.out.println("old, while migrating: " + ((Range) in.readObject()).isValid());
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(formed(range)))) {
            System.out.println("plain stream: " + in.readObject());
        } catch (IOException error) {
            System.out.println("plain stream: " + error.getMessage());
        }
        // Old and new together: a list of objects with forms, and one without.
        List<Object> mixed = new ArrayList<>(Arrays.asList(range, monitor, range, "text", 5));
        try (FormInputStream in = new FormInputStream(new ByteArrayInputStream(formed(mixed)), Range.class, Monitor.class)) {
            List<?> read = (List<?>) in.readObject();
            System.out.println("mixed: " + read.size() + ", shared " + (read.get(0) == read.get(2))
                    + ", " + ((Monitor) read.get(1)).server());
        }
    }
}
