package org.junit.jupiter.api;

import java.util.Arrays;
import java.util.Objects;

/** The overloads of Jupiter's class of this name that generated tests can meet: javac has to choose among them. */
public final class Assertions {
    private Assertions() {}

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

    public static void assertEquals(byte expected, byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(byte expected, Byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Byte expected, byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Byte expected, Byte actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(short expected, short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(short expected, Short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Short expected, short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Short expected, Short actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(int expected, int actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(int expected, Integer actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Integer expected, int actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Integer expected, Integer actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(long expected, long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(long expected, Long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Long expected, long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Long expected, Long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(float expected, float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(float expected, Float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Float expected, float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Float expected, Float actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(double expected, double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(double expected, Double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Double expected, double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Double expected, Double actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(char expected, char actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(char expected, Character actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Character expected, char actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertEquals(Character expected, Character actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertArrayEquals(byte[] expected, byte[] actual) {
        claim(Arrays.equals(expected, actual), "expected " + Arrays.toString(expected) + " but was " + Arrays.toString(actual));
    }

    public static void assertArrayEquals(short[] expected, short[] actual) {
        claim(Arrays.equals(expected, actual), "expected " + Arrays.toString(expected) + " but was " + Arrays.toString(actual));
    }

    public static void assertArrayEquals(int[] expected, int[] actual) {
        claim(Arrays.equals(expected, actual), "expected " + Arrays.toString(expected) + " but was " + Arrays.toString(actual));
    }

    public static void assertArrayEquals(long[] expected, long[] actual) {
        claim(Arrays.equals(expected, actual), "expected " + Arrays.toString(expected) + " but was " + Arrays.toString(actual));
    }

    public static void assertArrayEquals(float[] expected, float[] actual) {
        claim(Arrays.equals(expected, actual), "expected " + Arrays.toString(expected) + " but was " + Arrays.toString(actual));
    }

    public static void assertArrayEquals(double[] expected, double[] actual) {
        claim(Arrays.equals(expected, actual), "expected " + Arrays.toString(expected) + " but was " + Arrays.toString(actual));
    }

    public static void assertArrayEquals(char[] expected, char[] actual) {
        claim(Arrays.equals(expected, actual), "expected " + Arrays.toString(expected) + " but was " + Arrays.toString(actual));
    }

    public static void assertArrayEquals(boolean[] expected, boolean[] actual) {
        claim(Arrays.equals(expected, actual), "expected " + Arrays.toString(expected) + " but was " + Arrays.toString(actual));
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        claim(Arrays.deepEquals(expected, actual),
                "expected " + Arrays.deepToString(expected) + " but was " + Arrays.deepToString(actual));
    }

    /** As Jupiter's interface in a package of its own. */
    public interface Executable {
        void execute() throws Throwable;
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, Executable executable) {
        try {
            executable.execute();
        } catch (Throwable actual) {
            claim(expected.isInstance(actual), "expected " + expected + " but was " + actual);
            return expected.cast(actual);
        }
        throw new AssertionError("nothing was thrown");
    }
}
