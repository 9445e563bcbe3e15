package io.reenact.serial;

/** Bounds of one document. They hold while it is read and written, before memory is taken for it. */
public final class Limits {
    /** 64 MiB, 100 levels, 4,000,000 values, and no bound of time. */
    public static final Limits DEFAULT = new Limits(64 << 20, 100, 4_000_000, 0);

    final int bytes;
    final int depth;
    final int values;
    final long millis;

    private Limits(int bytes, int depth, int values, long millis) {
        this.bytes = bytes;
        this.depth = depth;
        this.values = values;
        this.millis = millis;
    }

    /** Returns limits with another number of bytes. */
    public Limits bytes(int bytes) {
        return new Limits(positive(bytes), depth, values, millis);
    }

    /** Returns limits with another number of objects and arrays within each other, at most 1000. */
    public Limits depth(int depth) {
        return new Limits(bytes, Math.min(positive(depth), 1000), values, millis);
    }

    /** Returns limits with another number of values in all. */
    public Limits values(int values) {
        return new Limits(bytes, depth, positive(values), millis);
    }

    /** Returns limits with a bound of time for reading, constructors and factories between their calls included. */
    public Limits millis(long millis) {
        if (millis <= 0) {
            throw new IllegalArgumentException("a limit is positive: " + millis);
        }
        return new Limits(bytes, depth, values, millis);
    }

    private static int positive(int limit) {
        if (limit <= 0) {
            throw new IllegalArgumentException("a limit is positive: " + limit);
        }
        return limit;
    }
}
