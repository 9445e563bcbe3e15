package dev.reenact.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/** The clocks of a driver, and how it prints them: lines of a name and a number. */
final class Clocks {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Clocks() {}

    /** User and system time of this process up to now, the compiler and the agent included. */
    static long cpuNanos() {
        return SYSTEM.getProcessCpuTime();
    }

    /** The CPU time of this thread: unlike the clock on the wall, it stands still while others run. */
    static long threadNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    static void say(String name, double value) {
        System.out.println(name + " " + value);
    }

    static long median(long[] times) {
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
