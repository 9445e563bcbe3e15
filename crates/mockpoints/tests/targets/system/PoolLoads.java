// How busy a pool of threads is.
package targets.system.poolloads;

import java.util.concurrent.ThreadPoolExecutor;

class Intake {
    private final ThreadPoolExecutor pool;

    Intake(ThreadPoolExecutor pool) {
        this.pool = pool;
    }

    boolean accepts() { // point: system
        return pool.getActiveCount() < 10;
    }

    boolean acceptsUpTo(int size) { // no point
        System.out.println(pool.getActiveCount());
        return size < 10;
    }
}
