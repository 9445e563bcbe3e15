// A third-party stop watch is a point where it is read. Starting and stopping it says nothing.
package targets.system.stopwatches;

import org.springframework.util.StopWatch;

class Batch {
    long run(Runnable work) { // no point
        StopWatch watch = new StopWatch();
        watch.start();
        work.run();
        watch.stop();
        return watch.getTotalTimeMillis();
    }

    long runByHand(Runnable work) { // point: system
        long start = System.nanoTime();
        work.run();
        return System.nanoTime() - start;
    }
}
