package reenact.explore;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The log of one run. Instrumented code calls it from one thread; calls of other threads are ignored. */
public final class Trace {
    private static final int MOST_EVENTS = 40_000;
    private static final int LONGEST_TEXT = 4_000;

    private static int[] sites = new int[1 << 10];
    private static long[] values = new long[1 << 10];
    private static int size;
    private static Thread thread;
    private static boolean isFull;
    private static final BitSet LINES = new BitSet();
    private static final Map<Object, Integer> IDS = new IdentityHashMap<>();
    // Objects, each with the innermost frame of its stack trace if it is an exception.
    private static final List<Object[]> OBJECTS = new ArrayList<>();
    private static final Map<Object, Integer> INPUTS = new IdentityHashMap<>();
    private static int outcome;
    private static long result;
    private static String resultType = "";

    private Trace() {}

    /** Ends a run that has logged too much. */
    public static final class Full extends Error {
        Full() {
            super("too many events", null, false, false);
        }
    }

    public static void begin() {
        thread = Thread.currentThread();
    }

    /** Names an object of the input. */
    public static <T> T input(T object, int number) {
        INPUTS.put(object, number);
        return object;
    }

    private static void add(int site, long value) {
        if (thread != Thread.currentThread()) {
            return;
        }
        if (size == MOST_EVENTS) {
            isFull = true;
            throw new Full();
        }
        if (size == sites.length) {
            sites = java.util.Arrays.copyOf(sites, size * 2);
            values = java.util.Arrays.copyOf(values, size * 2);
        }
        sites[size] = site;
        values[size++] = value;
    }

    public static void at(int site) {
        add(site, 0);
    }

    public static void line(int number) {
        if (thread == Thread.currentThread()) {
            LINES.set(number);
        }
    }

    public static void value(int value, int site) {
        add(site, value);
    }

    public static void value(long value, int site) {
        add(site, value);
    }

    public static void value(float value, int site) {
        add(site, Float.floatToRawIntBits(value));
    }

    public static void value(double value, int site) {
        add(site, Double.doubleToRawLongBits(value));
    }

    public static void value(Object value, int site) {
        add(site, thread == Thread.currentThread() ? id(value) : 0);
    }

    public static void compare(int left, int right, int site) {
        add(site, Integer.compare(left, right));
    }

    public static void same(Object left, Object right, int site) {
        add(site, left == right ? 0 : 1);
    }

    public static void isNull(Object value, int site) {
        add(site, value == null ? 0 : 1);
    }

    public static void thrown(Object exception, int site) {
        if (exception instanceof Full) {
            return;
        }
        add(site, thread == Thread.currentThread() ? id(exception) : 0);
    }

    private static int id(Object object) {
        if (object == null) {
            return 0;
        }
        Integer known = IDS.get(object);
        if (known == null) {
            String[] top = {"", "", "0"};
            if (object instanceof Throwable) {
                StackTraceElement[] frames = ((Throwable) object).getStackTrace();
                if (frames.length > 0) {
                    top = new String[] {frames[0].getClassName(), frames[0].getMethodName(),
                        Integer.toString(frames[0].getLineNumber())};
                }
            }
            // One list: a stack that overflows here must not leave an object without its frame.
            OBJECTS.add(new Object[] {object, top});
            known = OBJECTS.size();
            IDS.put(object, known);
        }
        return known;
    }

    public static void returned(boolean value) {
        end(1, value ? 1 : 0, "Z");
    }

    public static void returned(byte value) {
        end(1, value, "B");
    }

    public static void returned(char value) {
        end(1, value, "C");
    }

    public static void returned(short value) {
        end(1, value, "S");
    }

    public static void returned(int value) {
        end(1, value, "I");
    }

    public static void returned(long value) {
        end(1, value, "J");
    }

    public static void returned(float value) {
        end(1, Float.floatToRawIntBits(value), "F");
    }

    public static void returned(double value) {
        end(1, Double.doubleToRawLongBits(value), "D");
    }

    public static void returned(Object value) {
        end(1, id(value), "L");
    }

    public static void returned() {
        end(1, 0, "V");
    }

    public static void threw(Throwable exception) {
        end(exception instanceof Full ? 3 : 2, exception instanceof Full ? 0 : id(exception), "L");
    }

    private static void end(int how, long value, String type) {
        outcome = how;
        result = value;
        resultType = type;
        thread = null;
    }

    /** Writes the log. Nothing of the subject is called: not even {@code toString}. */
    public static void write(String path) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(1);
        out.writeInt(outcome);
        out.writeLong(result);
        out.writeUTF(resultType);
        out.writeBoolean(isFull);
        out.writeInt(size);
        for (int i = 0; i < size; i++) {
            out.writeInt(sites[i]);
            out.writeLong(values[i]);
        }
        long[] lines = LINES.toLongArray();
        out.writeInt(lines.length);
        for (long word : lines) {
            out.writeLong(word);
        }
        out.writeInt(OBJECTS.size());
        for (int i = 0; i < OBJECTS.size(); i++) {
            write(OBJECTS.get(i)[0], (String[]) OBJECTS.get(i)[1], out);
        }
        Files.write(Paths.get(path), bytes.toByteArray());
    }

    private static void write(Object object, String[] top, DataOutputStream out) throws IOException {
        out.writeUTF(object.getClass().getName());
        Integer input = INPUTS.get(object);
        out.writeInt(input == null ? -1 : input);
        String kind = "";
        String text = "";
        if (object instanceof String) {
            kind = "T";
            text = (String) object;
        } else if (object instanceof Class) {
            kind = "K";
            text = ((Class<?>) object).getName();
        } else if (object instanceof Enum) {
            kind = "E";
            text = ((Enum<?>) object).name();
        } else if (object instanceof Integer || object instanceof Long || object instanceof Short
            || object instanceof Byte || object instanceof Boolean) {
            kind = "N";
            text = object.toString();
        } else if (object instanceof Character) {
            kind = "N";
            text = Integer.toString((Character) object);
        } else if (object instanceof Throwable) {
            kind = "X";
            text = top[0] + "\n" + top[1] + "\n" + top[2];
        }
        boolean isCut = text.length() > LONGEST_TEXT;
        out.writeUTF(isCut ? "" : kind);
        String shown = isCut ? "" : text;
        out.writeInt(shown.length());
        for (int i = 0; i < shown.length(); i++) {
            out.writeChar(shown.charAt(i));
        }
    }
}
