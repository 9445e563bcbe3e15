// The source is kept as a function in a field; every caller of it depends on the clock.
package targets.system.functionfields;

import java.util.function.LongSupplier;

class Lease {
    private final LongSupplier clock = System::currentTimeMillis;
    private final LongSupplier length = () -> 60_000;
    private final long start;

    Lease(long start) {
        this.start = start;
    }

    boolean isOver() { // point: system
        return clock.getAsLong() > start;
    }

    long end() { // no point
        return start + length.getAsLong();
    }
}
