package dev.reenact.bench;

import java.util.Arrays;

/**
 * Repeats a unit of a program's work and measures its CPU time once it is warm:
 * {@code Peers PROGRAM WARM-UP-SECONDS SECONDS [DIRECTORY]}, in CPU seconds.
 */
public final class Peers {

    /** Some work that is the same each time. */
    interface Unit {
        long run() throws Exception;

        /** CPU time of threads that are not the program's own. */
        default long foreignCpuNanos() {
            return 0;
        }
    }

    /** How long requests took. */
    static final class Latencies {

        private long[] nanos = new long[1 << 16];

        private int count;

        synchronized void add(long latency) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, count * 2);
            }
            nanos[count++] = latency;
        }

        synchronized void clear() {
            count = 0;
        }

        /** The latency that a share of all requests did not exceed. */
        synchronized double quantile(double share) {
            long[] sorted = Arrays.copyOf(nanos, count);
            Arrays.sort(sorted);
            return count == 0 ? 0 : sorted[(int) (share * (count - 1))];
        }
    }

    private Peers() {}

    public static void main(String[] arguments) throws Exception {
        Latencies latencies = new Latencies();
        Unit unit = switch (arguments[0]) {
            case "lucene" -> new LuceneWork();
            case "tomcat" -> new TomcatWork(latencies);
            case "javac" -> new CompilerWork(arguments[3]);
            default -> throw new IllegalArgumentException("no program " + arguments[0]);
        };
        long warmUp = repeat(unit, Long.parseLong(arguments[1]));
        latencies.clear();
        long start = own(unit);
        long units = repeat(unit, Long.parseLong(arguments[2]));
        Clocks.say("unit_cpu_ns", (double) (own(unit) - start) / units);
        Clocks.say("p50_ns", latencies.quantile(0.5));
        Clocks.say("p99_ns", latencies.quantile(0.99));
        Clocks.say("warm_up_units", warmUp);
        Clocks.say("units", units);
        System.exit(0);
    }

    private static long own(Unit unit) {
        return Clocks.cpuNanos() - unit.foreignCpuNanos();
    }

    /** Repeats a unit for some seconds of CPU time of its own; gives how often. */
    private static long repeat(Unit unit, long seconds) throws Exception {
        long end = own(unit) + seconds * 1_000_000_000;
        long expected = unit.run();
        long units = 1;
        while (own(unit) < end) {
            long result = unit.run();
            if (result != expected) {
                throw new IllegalStateException("a unit of work resulted in " + result + ", not " + expected);
            }
            units++;
        }
        return units;
    }
}
