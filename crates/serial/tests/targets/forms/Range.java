package targets.forms.range;

import io.reenact.serial.*;

/** An invariant that only the factory's constructor checks; a second version of it. */
public class Range {
    private final int lo;
    private final int hi;

    private Range(int lo, int hi) {
        if (lo > hi)
            throw new IllegalArgumentException(String.format("(%d,%d)", lo, hi));
        this.lo = lo;
        this.hi = hi;
    }

    public record Form(int lo, int hi) {}

    @Serializer(version = 2)
    public Form form() { return new Form(lo, hi); } // writes: 2 (int lo, int hi)

    @Deserializer(version = 2)
    public static Range make(int lo, int hi) { return new Range(lo, hi); } // reads: 2 (int lo, int hi)

    @Deserializer(version = 1)
    public static Range upTo(int hi) { return new Range(0, hi); } // reads: 1 (int hi)
}
