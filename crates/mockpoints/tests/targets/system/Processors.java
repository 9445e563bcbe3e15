// How many processors there are, by way of a library that makes something of it.
package targets.system.processors;

import java.util.concurrent.ForkJoinPool;

class Pools {
    int threads() { // point: system
        return Math.max(2, Runtime.getRuntime().availableProcessors() - 1);
    }

    ForkJoinPool small(int threads) { // no point
        System.out.println(Runtime.getRuntime().availableProcessors());
        return new ForkJoinPool(Math.max(2, threads));
    }
}
