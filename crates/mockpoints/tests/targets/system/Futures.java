// Worked out by another thread, and waited for.
package targets.system.futures;

import java.util.concurrent.CompletableFuture;

class Estimates {
    long estimate(long distance) { // point: system
        return CompletableFuture.supplyAsync(() -> System.currentTimeMillis() + distance).join();
    }

    long twice(long distance) { // no point
        CompletableFuture.runAsync(() -> System.out.println(System.currentTimeMillis()));
        return CompletableFuture.supplyAsync(() -> distance * 2).join();
    }
}
