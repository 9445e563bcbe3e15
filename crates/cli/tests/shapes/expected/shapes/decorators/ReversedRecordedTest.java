package shapes.decorators;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Reversed} as they were recorded. */
class ReversedRecordedTest {
    @Test
    void size_returns3() {
        Reversed<Integer> integers = new Reversed<>(List.of(1, 2, 3));

        assertEquals(3, integers.size());
    }
}
