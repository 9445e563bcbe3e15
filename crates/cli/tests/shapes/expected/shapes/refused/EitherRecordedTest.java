package shapes.refused;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Either} as they were recorded. */
class EitherRecordedTest {
    @Test
    void both_returnsAOrNull() {
        Either either = new Either("a");

        assertEquals("a or null", either.both());
    }
}
