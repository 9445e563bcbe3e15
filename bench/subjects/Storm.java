package dev.reenact.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Allocates and calls as fast as it can on two threads: {@code Storm SECONDS}. Says how much memory that took. */
public final class Storm {

    private Storm() {}

    public static void main(String[] arguments) throws InterruptedException, IOException {
        long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000;
        AtomicLong calls = new AtomicLong();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int seed = i;
            threads[i] = new Thread(() -> calls.addAndGet(blow(seed, end)));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Clocks.say("calls", calls.get());
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                Clocks.say("peak_kb", Long.parseLong(line.replaceAll("\\D", "")));
            }
        }
    }

    private static long blow(int seed, long end) {
        String[] shapes = {"linked", "map", "mixed"};
        Stormed stormed = new Stormed();
        long calls = 0;
        while (System.nanoTime() < end) {
            int size = 1 + (int) (calls * 7919 % 300);
            Object graph = Graphs.make(shapes[(int) (calls % 3)], size, seed + (int) calls);
            calls += stormed.take(graph, size);
        }
        return calls;
    }
}
