package targets.audit.validation;

import java.io.*;
import java.util.Objects;

/** Constructors that check what a stream can set. */
public class Validation {
    static final class Range implements Serializable {
        private final int lo, hi;
        Range(int lo, int hi) { // finding: serial-unchecked-state
            if (lo > hi) throw new IllegalArgumentException();
            this.lo = lo;
            this.hi = hi;
        }
    }

    static final class Guarded implements Serializable {
        private final int lo, hi;
        Guarded(int lo, int hi) {
            if (lo > hi) throw new IllegalArgumentException();
            this.lo = lo;
            this.hi = hi;
        }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            if (lo > hi) throw new InvalidObjectException("lo > hi");
        }
    }

    static final class Helped implements Serializable {
        private final int size;
        Helped(int size) { this.size = checked(size); }
        private static int checked(int size) { if (size < 0) throw new IllegalArgumentException(); return size; }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            checked(size);
        }
    }

    static final class Unhelped implements Serializable {
        private final int size;
        Unhelped(int size) { this.size = checked(size); } // finding: serial-unchecked-state
        private static int checked(int size) { if (size < 0) throw new IllegalArgumentException(); return size; }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { in.defaultReadObject(); }
    }

    static final class Named implements Serializable {
        private final String name;
        Named(String name) { this.name = Objects.requireNonNull(name); } // finding: serial-unchecked-state
    }

    static final class Proxied implements Serializable {
        private final int size;
        Proxied(int size) {
            if (size < 0) throw new IllegalArgumentException();
            this.size = size;
        }
        private Object writeReplace() { return new Proxy(size); } // finding: serial-unchecked-state
        private record Proxy(int size) implements Serializable {
            private Object readResolve() { return new Proxied(size); }
        }
    }

    static final class Closed implements Serializable {
        private final int size;
        Closed(int size) {
            if (size < 0) throw new IllegalArgumentException();
            this.size = size;
        }
        private Object writeReplace() { return size; }
        private void readObject(ObjectInputStream in) throws InvalidObjectException { throw new InvalidObjectException("proxy"); }
    }

    static final class Resolved implements Serializable {
        private final int size;
        Resolved(int size) {
            if (size < 0) throw new IllegalArgumentException();
            this.size = size;
        }
        private Object readResolve() { return new Resolved(size); }
    }

    record Percent(int value) implements Serializable {
        Percent { if (value > 100) throw new IllegalArgumentException(); }
    }

    static final class Unchecked implements Serializable {
        private final int size;
        Unchecked(int size) { this.size = size; }
    }

    static final class Transient implements Serializable {
        private transient int size;
        Transient(int size) {
            if (size < 0) throw new IllegalArgumentException();
            this.size = size;
        }
    }

    static final class Capacity implements Serializable {
        private final Object[] elements;
        Capacity(int capacity) {
            if (capacity < 0) throw new IllegalArgumentException();
            elements = new Object[capacity];
        }
        Object[] elements() { return elements; }
    }

    /** As SingletonMap of Commons Collections: the size of the map is checked, and not the value that is stored. */
    static final class Single implements Serializable {
        private final Object key;
        Single(java.util.Map<?, ?> map) {
            if (map.size() != 1) throw new IllegalArgumentException();
            this.key = map.keySet().iterator().next();
        }
    }
}
