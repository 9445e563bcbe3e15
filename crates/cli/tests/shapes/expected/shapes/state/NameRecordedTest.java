package shapes.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Name} as they were recorded. */
class NameRecordedTest {
    @Test
    void full_returnsAdaLovelace() {
        Name name = new Name("Ada", "Lovelace");

        assertEquals("Ada Lovelace", name.full());
    }
}
