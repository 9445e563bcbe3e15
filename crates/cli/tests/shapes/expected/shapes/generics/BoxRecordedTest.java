package shapes.generics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls of {@link Box} as they were recorded. */
class BoxRecordedTest {
    @Test
    void total_returns460() {
        // Arrange
        Box<Item> box = new Box<>();
        box.put(new Item("pen", 120));
        box.put(new Item("ink", 340));

        // Act
        int result = box.total();

        // Assert
        assertEquals(460, result);
    }

    @Test
    void count_mapOf1_returns1() {
        Map<String, List<Item>> shelves =
                new HashMap<>(Map.of("top", new ArrayList<>(List.of(new Item("cup", 700)))));

        assertEquals(1, Box.count(shelves));
    }
}
