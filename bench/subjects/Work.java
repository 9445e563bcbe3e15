package dev.reenact.bench;

/**
 * Repeats a unit of some program's work and measures the CPU time it takes, once it is warm: {@code Work PROGRAM
 * WARM-UP-UNITS UNITS MOST-CPU-SECONDS [FILE]}. Units, not seconds: how far the compilers have come must not depend on
 * what else the machine does. Either phase ends early when it has used up its CPU time.
 */
public final class Work {

    /** Some work that is the same each time; what it gives back shows that it was done. */
    interface Unit {
        long run() throws Exception;
    }

    private Work() {}

    public static void main(String[] arguments) throws Exception {
        Unit unit = unit(arguments);
        long mostCpuNanos = Long.parseLong(arguments[3]) * 1_000_000_000;
        repeat(unit, Long.parseLong(arguments[1]), mostCpuNanos);
        long cpuBefore = Clocks.cpuNanos();
        long units = repeat(unit, Long.parseLong(arguments[2]), mostCpuNanos);
        Clocks.say("unit_cpu_ns", (double) (Clocks.cpuNanos() - cpuBefore) / units);
        Clocks.say("units", units);
    }

    private static Unit unit(String[] arguments) throws Exception {
        return switch (arguments[0]) {
            case "pdfbox" -> new PdfWork(arguments[4]);
            case "h2" -> new DatabaseWork();
            case "jsoup" -> new PageWork();
            default -> throw new IllegalArgumentException("no program " + arguments[0]);
        };
    }

    /** How many units there was time for. */
    private static long repeat(Unit unit, long units, long mostCpuNanos) throws Exception {
        long end = Clocks.cpuNanos() + mostCpuNanos;
        long expected = unit.run();
        for (long done = 1; done < units; done++) {
            if (Clocks.cpuNanos() > end) {
                return done;
            }
            long result = unit.run();
            if (result != expected) {
                throw new IllegalStateException("a unit of work came to " + result + ", not " + expected);
            }
        }
        return units;
    }
}
