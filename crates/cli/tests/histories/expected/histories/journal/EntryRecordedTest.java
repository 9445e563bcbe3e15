package histories.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Entry} as they were recorded. */
class EntryRecordedTest {
    @Test
    void name_returnsStart() {
        Entry entry = new Entry("start", 3);

        assertEquals("start", entry.name());
    }

    @Test
    void name_returnsStop() {
        Entry entry = new Entry("stop", 4);

        assertEquals("stop", entry.name());
    }

    @Test
    void name_returnsStart_2() {
        Entry entry = new Entry("start", 5);

        assertEquals("start", entry.name());
    }

    @Test
    void value_returns3() {
        Entry entry = new Entry("start", 3);

        assertEquals(3, entry.value());
    }

    @Test
    void value_returns4() {
        Entry entry = new Entry("stop", 4);

        assertEquals(4, entry.value());
    }

    @Test
    void value_returns5() {
        Entry entry = new Entry("start", 5);

        assertEquals(5, entry.value());
    }
}
