package org.junit;

import java.util.Arrays;
import java.util.Objects;
import org.junit.function.ThrowingRunnable;

/** The overloads of JUnit 4.13's class of this name that generated tests can meet. */
public final class Assert {
    private Assert() {}

    private static void claim(boolean holds, String message) {
        if (!holds) {
            throw new AssertionError(message);
        }
    }

    public static void assertTrue(boolean condition) {
        claim(condition, "not true");
    }

    public static void assertFalse(boolean condition) {
        claim(!condition, "not false");
    }

    public static void assertNull(Object actual) {
        claim(actual == null, "not null: " + actual);
    }

    public static void assertNotNull(Object actual) {
        claim(actual != null, "null");
    }

    public static void assertSame(Object expected, Object actual) {
        claim(expected == actual, "not the same: " + expected + ", " + actual);
    }

    public static void assertEquals(Object expected, Object actual) {
        claim(Objects.equals(expected, actual), "expected " + expected + " but was " + actual);
    }

    public static void assertEquals(long expected, long actual) {
        claim(expected == actual, "expected " + expected + " but was " + actual);
    }

    /** Always fails, as JUnit's does: numbers with a fraction want a tolerance. */
    @Deprecated
    public static void assertEquals(double expected, double actual) {
        claim(false, "use assertEquals(expected, actual, delta)");
    }

    public static void assertEquals(double expected, double actual, double delta) {
        claim(Double.compare(expected, actual) == 0 || Math.abs(expected - actual) <= delta,
                "expected " + expected + " but was " + actual);
    }

    public static void assertEquals(float expected, float actual, float delta) {
        claim(Float.compare(expected, actual) == 0 || Math.abs(expected - actual) <= delta,
                "expected " + expected + " but was " + actual);
    }

    public static void assertArrayEquals(double[] expected, double[] actual, double delta) {
        claim(expected.length == actual.length, "lengths differ");
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], actual[i], delta);
        }
    }

    public static void assertArrayEquals(float[] expected, float[] actual, float delta) {
        claim(expected.length == actual.length, "lengths differ");
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], actual[i], delta);
        }
    }

    public static void assertArrayEquals(byte[] expected, byte[] actual) {
        claim(Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(short[] expected, short[] actual) {
        claim(Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(int[] expected, int[] actual) {
        claim(Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(long[] expected, long[] actual) {
        claim(Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(char[] expected, char[] actual) {
        claim(Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(boolean[] expected, boolean[] actual) {
        claim(Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        claim(Arrays.deepEquals(expected, actual), "arrays differ");
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, ThrowingRunnable runnable) {
        try {
            runnable.run();
        } catch (Throwable actual) {
            claim(expected.isInstance(actual), "expected " + expected + " but was " + actual);
            return expected.cast(actual);
        }
        throw new AssertionError("nothing was thrown");
    }
}
