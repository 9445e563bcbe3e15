package dev.reenact.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Makes short-lived class loaders, each of which defines one class that is used once: {@code LoaderStorm LOADERS}. Says
 * how much CPU time and memory that took.
 */
public final class LoaderStorm {

    /** The class that every loader defines anew. */
    public static final class Visitor implements java.util.function.IntUnaryOperator {

        private int calls;

        @Override
        public int applyAsInt(int number) {
            calls++;
            return twice(number) + sum(number);
        }

        public int twice(int number) {
            int result = number + number;
            calls++;
            return result;
        }

        public int sum(int most) {
            int sum = 0;
            for (int number = 0; number < most; number++) {
                sum += number;
            }
            return sum;
        }

        public String name(String first, String last) {
            String name = first + " " + last;
            calls++;
            return name.trim();
        }
    }

    private static final class Loader extends ClassLoader {

        Loader() {
            super(LoaderStorm.class.getClassLoader());
        }

        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private LoaderStorm() {}

    public static void main(String[] arguments) throws Exception {
        byte[] bytes = bytes(Visitor.class);
        long before = Clocks.cpuNanos();
        long sum = 0;
        for (int number = Integer.parseInt(arguments[0]); number > 0; number--) {
            Class<?> visitor = new Loader().define(Visitor.class.getName(), bytes);
            Object made = visitor.getDeclaredConstructor().newInstance();
            sum += ((java.util.function.IntUnaryOperator) made).applyAsInt(number % 10);
        }
        Clocks.say("cpu_ns", Clocks.cpuNanos() - before);
        Clocks.say("sum", sum);
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                Clocks.say("peak_kb", Long.parseLong(line.replaceAll("\\D", "")));
            }
        }
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("LoaderStorm$Visitor.class")) {
            return in.readAllBytes();
        }
    }
}
