package dev.reenact.bench;

/** The methods into which probes go for {@link Probe}: each has so little to do that a probe shows. */
final class Probed {

    private final int factor;
    private long total;

    Probed(int factor) {
        this.factor = factor;
    }

    /** Inlined; each call waits for the one before. */
    static long step(long seed) {
        seed ^= seed << 13;
        seed ^= seed >>> 7;
        return seed ^ (seed << 17);
    }

    /** Inlined; with a receiver, an argument and a write to the heap. */
    long add(Probed other) {
        total += other.factor;
        return total * factor;
    }

    /** A loop, and the JVM is told not to inline it: a real call. */
    static long parse(byte[] text) {
        long value = 0;
        for (byte digit : text) {
            value = value * 10 + (digit - '0');
        }
        return value;
    }
}
