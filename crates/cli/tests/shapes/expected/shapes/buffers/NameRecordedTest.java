package shapes.buffers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Name} as they were recorded. */
class NameRecordedTest {
    @Test
    void prepare_7_changesUses() {
        Name name = new Name("mug");

        name.prepare(7);

        assertEquals(7, name.getUses());
    }
}
