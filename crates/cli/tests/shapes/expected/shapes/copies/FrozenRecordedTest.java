package shapes.copies;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Frozen} as they were recorded. */
class FrozenRecordedTest {
    @Test
    void first_returnsAda() {
        Frozen frozen = new Frozen(List.of("ada", "grace"));

        assertEquals("ada", frozen.first());
    }
}
