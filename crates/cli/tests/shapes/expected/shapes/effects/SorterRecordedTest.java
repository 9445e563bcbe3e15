package shapes.effects;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Calls of {@link Sorter} as they were recorded. */
class SorterRecordedTest {
    @Test
    void sort_listOf2_changesWords() {
        List<String> words = new ArrayList<>(List.of("b", "a"));

        Sorter.sort(words);

        assertEquals(List.of("a", "b"), words);
    }

    @Test
    void reverse_arrayOf3_changesNumbers() {
        int[] numbers = {3, 1, 2};

        Sorter.reverse(numbers);

        assertArrayEquals(new int[] {2, 1, 3}, numbers);
    }

    @Test
    void append_2_changesText() {
        StringBuilder text = new StringBuilder("x");

        Sorter.append(text, 2);

        assertEquals("x2!", text.toString());
    }

    @Test
    void count_emptyMap_tea_changesCounts() {
        Map<String, Integer> counts = new TreeMap<>();

        Sorter.count(counts, "tea");

        assertEquals(Map.of("tea", 1), counts);
    }
}
