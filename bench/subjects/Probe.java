package dev.reenact.bench;

import java.nio.charset.StandardCharsets;

/**
 * Times calls of a small method of {@link Probed} in a hot loop: {@code Probe SHAPE WARM-UP-MILLIS ROUNDS
 * ROUND-MILLIS}. Every result is needed for the next call or kept, so that no call can be left out.
 */
public final class Probe {

    private static final int BATCH = 100_000;

    private Probe() {}

    public static void main(String[] arguments) {
        Loop loop = loop(arguments[0]);
        long cpuBefore = Clocks.cpuNanos();
        long calls = round(loop, Long.parseLong(arguments[1])).calls;
        int rounds = Integer.parseInt(arguments[2]);
        long[] picosPerCall = new long[rounds];
        long kept = 0;
        for (int i = 0; i < rounds; i++) {
            Round round = round(loop, Long.parseLong(arguments[3]));
            picosPerCall[i] = round.nanos * 1000 / round.calls;
            calls += round.calls;
            kept += round.kept;
        }
        Clocks.say("call_ns", Clocks.median(picosPerCall) / 1000.0);
        Clocks.say("cpu_ns", (double) (Clocks.cpuNanos() - cpuBefore) / calls);
        Clocks.say("kept", kept & 1);
    }

    private interface Loop {
        long run(long seed, int calls);
    }

    private record Round(long calls, long nanos, long kept) {}

    private static Round round(Loop loop, long millis) {
        long start = Clocks.threadNanos();
        long end = System.nanoTime() + millis * 1_000_000;
        long calls = 0;
        long kept = 1;
        do {
            kept = loop.run(kept | 1, BATCH);
            calls += BATCH;
        } while (System.nanoTime() < end);
        return new Round(calls, Clocks.threadNanos() - start, kept);
    }

    private static Loop loop(String shape) {
        switch (shape) {
            case "static":
                return (seed, calls) -> {
                    for (int i = 0; i < calls; i++) {
                        seed = Probed.step(seed);
                    }
                    return seed;
                };
            case "virtual":
                Probed[] receivers = {new Probed(3), new Probed(5), new Probed(7), new Probed(11)};
                return (seed, calls) -> {
                    for (int i = 0; i < calls; i++) {
                        seed = receivers[i & 3].add(receivers[(int) seed & 3]);
                    }
                    return seed;
                };
            case "parse":
                byte[] text = "1234567890123456".getBytes(StandardCharsets.ISO_8859_1);
                return (seed, calls) -> {
                    for (int i = 0; i < calls; i++) {
                        text[i & 15] = (byte) ('0' + (seed & 7));
                        seed = Probed.parse(text);
                    }
                    return seed;
                };
            default:
                throw new IllegalArgumentException("no shape " + shape);
        }
    }
}
