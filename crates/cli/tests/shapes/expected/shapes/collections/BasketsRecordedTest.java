package shapes.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Calls of {@link Baskets} as they were recorded. */
class BasketsRecordedTest {
    @Test
    void count_listOf3_returns2() {
        List<String> words = new ArrayList<>(Arrays.asList("a", null, "b"));

        assertEquals(2, Baskets.count(words));
    }

    @Test
    void count_collectionOf1_returns1() {
        List<String> words = Collections.unmodifiableList(new ArrayList<>(List.of("x")));

        assertEquals(1, Baskets.count(words));
    }

    @Test
    void count_collectionOf2_returns2() {
        List<String> words = Collections.synchronizedList(new ArrayList<>(List.of("x", "y")));

        assertEquals(2, Baskets.count(words));
    }

    @Test
    void count_collectionOf2_returns2_2() {
        assertEquals(2, Baskets.count(Arrays.asList("p", "q")));
    }

    @Test
    void count_emptyList_returns0() {
        assertEquals(0, Baskets.count(Collections.emptyList()));
    }

    @Test
    void count_listOf3_returns3() {
        assertEquals(3, Baskets.count(List.of("1", "2", "3")));
    }

    @Test
    void first_mapOf2_returnsZebra() {
        // Arrange
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("zebra", 1);
        map.put("ant", 2);

        // Act
        String result = Baskets.first(map);

        // Assert
        assertEquals("zebra", result);
    }

    @Test
    void first_mapOf2_returnsAnt() {
        assertEquals("ant", Baskets.first(new TreeMap<>(Map.of("ant", 2, "zebra", 1))));
    }

    @Test
    void last_queueOf3_returns6() {
        assertEquals(6, Baskets.last(new ArrayDeque<>(List.of(4, 5, 6))));
    }

    @Test
    void bits_returns67() {
        // Arrange
        BitSet bits = new BitSet();
        bits.set(1);
        bits.set(64);

        // Act
        int result = Baskets.bits(bits);

        // Assert
        assertEquals(67, result);
    }

    @Test
    void both_setOf2_returnsTrue() {
        assertTrue(Baskets.both(new HashSet<>(List.of("left", "right"))));
    }
}
