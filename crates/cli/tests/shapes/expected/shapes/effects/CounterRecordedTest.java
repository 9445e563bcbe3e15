package shapes.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Counter} as they were recorded. */
class CounterRecordedTest {
    @Test
    void increment_3_changesValue() {
        Counter counter = new Counter();

        counter.increment(3);

        assertEquals(3, counter.getValue());
    }
}
