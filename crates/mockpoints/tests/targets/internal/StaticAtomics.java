// Atomic variables in static fields: taking a number gives another one each time.
package targets.internal.staticatomics;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

class Sequences {
    private static final AtomicLong NEXT = new AtomicLong();
    private static final AtomicInteger SIZE = new AtomicInteger(10);
    private static final AtomicLong TOTAL = new AtomicLong();

    static long next() { // point: internal
        return NEXT.incrementAndGet();
    }

    static int size() { // no point
        return SIZE.get();
    }

    static void add(long amount) { // no point
        TOTAL.addAndGet(amount);
    }

    public static void main(String[] arguments) { // no point
        add(next());
    }
}
