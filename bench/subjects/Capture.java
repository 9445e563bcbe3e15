package dev.reenact.bench;

import java.util.concurrent.locks.LockSupport;

/**
 * Times single calls of a method that does next to nothing with an object graph: {@code Capture SHAPE OBJECTS CALLS
 * PAUSE-MICROS}. Each call gets a new graph. The pause lets the writer follow, so that calls
 * are recorded and not dropped.
 */
public final class Capture {

    private Capture() {}

    public static void main(String[] arguments) {
        int objects = Integer.parseInt(arguments[1]);
        int calls = Integer.parseInt(arguments[2]);
        long pauseNanos = Long.parseLong(arguments[3]) * 1000;
        long[] times = new long[calls];
        long[] threadTimes = new long[calls];
        long kept = 0;
        // The first half is warm-up.
        for (int i = 0; i < 2 * calls; i++) {
            Object graph = Graphs.make(arguments[0], objects, i);
            long threadStart = Clocks.threadNanos();
            long start = System.nanoTime();
            kept += Captured.visit(graph, i);
            times[i % calls] = System.nanoTime() - start;
            threadTimes[i % calls] = Clocks.threadNanos() - threadStart;
            LockSupport.parkNanos(pauseNanos);
        }
        Clocks.say("call_ns", Clocks.median(times));
        Clocks.say("call_cpu_ns", Clocks.median(threadTimes));
        Clocks.say("kept", kept & 1);
    }
}
