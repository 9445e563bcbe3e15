// Into an atomic variable and out of it. It is local: its state is not shared.
package targets.system.atomics;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

class Gauges {
    long latest() { // point: system
        AtomicLong latest = new AtomicLong();
        latest.set(System.currentTimeMillis());
        return latest.get();
    }

    String label(String name) { // point: system
        AtomicReference<String> label = new AtomicReference<>(name);
        label.updateAndGet(text -> text + System.nanoTime());
        return label.get();
    }

    long count(int items) { // no point
        AtomicLong count = new AtomicLong();
        AtomicLong last = new AtomicLong();
        for (int item = 0; item < items; item++) {
            last.set(System.nanoTime());
            count.incrementAndGet();
        }
        System.out.println(last.get());
        return count.get();
    }
}
