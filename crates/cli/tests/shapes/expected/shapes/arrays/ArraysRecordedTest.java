package shapes.arrays;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Arrays} as they were recorded. */
class ArraysRecordedTest {
    @Test
    void sum_arrayOf60_returns70210() {
        int[] numbers = {
            0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 256, 289, 324, 361,
            400, 441, 484, 529, 576, 625, 676, 729, 784, 841, 900, 961, 1024, 1089, 1156, 1225,
            1296, 1369, 1444, 1521, 1600, 1681, 1764, 1849, 1936, 2025, 2116, 2209, 2304, 2401,
            2500, 2601, 2704, 2809, 2916, 3025, 3136, 3249, 3364, 3481
        };

        assertEquals(70210, Arrays.sum(numbers));
    }

    @Test
    void sum_arrayOf1000_returns0() {
        assertEquals(0, Arrays.sum(new int[1000]));
    }

    @Test
    void trace_arrayOf2_returns5() {
        assertEquals(5.0, Arrays.trace(new double[][] {{1.0, 2.0}, {3.0, 4.0}}));
    }

    @Test
    void join_arrayOf3_returnsANullC() {
        assertEquals("a-null-c", Arrays.join(new String[] {"a", null, "c"}));
    }

    @Test
    void halves_arrayOf3_returnsArrayOf3() {
        float[] result = Arrays.halves(new float[] {0.917647f, 0.92549f, 0.937255f});

        assertArrayEquals(new float[] {0.4588235f, 0.462745f, 0.4686275f}, result);
    }

    @Test
    void mixed_arrayOf6_returns1() {
        Object[] objects = {1, "two", 3.0, 'c', null, new int[] {5}};

        assertEquals(1, Arrays.mixed(objects));
    }

    @Test
    void first_arrayOf2_returnsX() {
        assertEquals("x", Arrays.first("x", "y"));
    }
}
