package shapes.copies;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Loose} as they were recorded. */
class LooseRecordedTest {
    @Test
    void joined_returnsAdaGrace() {
        Loose loose = new Loose(new ArrayList<>(List.of("ada", "grace")));

        assertEquals("ada+grace", loose.joined());
    }
}
