package targets.audit.aliasing;

import java.io.*;
import java.util.*;

/** Mutable objects that a stream can share. */
public class Aliasing {
    static final class Copied implements Serializable {
        private final Date start; // finding: serial-aliasing
        private final byte[] key; // finding: serial-aliasing
        private final List<String> names; // finding: serial-aliasing
        Copied(Date start, byte[] key, List<String> names) {
            this.start = new Date(start.getTime());
            this.key = key.clone();
            this.names = new ArrayList<>(names);
        }
        Date start() { return new Date(start.getTime()); }
    }

    static final class Owned implements Serializable {
        private final List<String> log = new ArrayList<>(); // finding: serial-aliasing
        void add(String line) { log.add(line); }
    }

    static final class Shared implements Serializable {
        private final List<String> names;
        private final List<String> exposed = new ArrayList<>();
        Shared(List<String> names) { this.names = names; }
        List<String> exposed() { return exposed; }
    }

    static final class Repaired implements Serializable {
        private Date start;
        Repaired(Date start) { this.start = new Date(start.getTime()); }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            start = new Date(start.getTime());
        }
    }

    static final class Immutable implements Serializable {
        private final String name;
        private transient byte[] cache = new byte[4];
        Immutable(String name) { this.name = new String(name); }
    }

    record Pair(byte[] a) implements Serializable {
        Pair { a = a.clone(); }
    }

    /** A superclass that refuses to be read, as the immutable tables of Guava do. */
    static abstract class Refusing implements Serializable {
        private static final long serialVersionUID = 1L;
        private void readObject(ObjectInputStream in) throws IOException { throw new InvalidObjectException("use the proxy"); }
    }

    static final class Table extends Refusing {
        private static final long serialVersionUID = 1L;
        private final int[] counts;
        Table(int[] counts) { this.counts = counts.clone(); }
        int first() { return counts[0]; }
    }
}
