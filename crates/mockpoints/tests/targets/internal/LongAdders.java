// Metrics that are only counted, and one that is read.
package targets.internal.longadders;

import java.util.concurrent.atomic.LongAdder;

class Metrics {
    private static final LongAdder ORDERS = new LongAdder();

    static int order(int items) { // no point
        ORDERS.increment();
        return items * 2;
    }

    static long orders() { // point: internal
        return ORDERS.sum();
    }

    public static void main(String[] arguments) { // no point
        System.out.println(order(1));
    }
}
