package histories.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Journal} as they were recorded. */
class JournalRecordedTest {
    @Test
    void summary_returnsYyyyAB843012() {
        // Arrange
        Journal journal = new Journal(new Format("yyyy", List.of("a", "b")));
        journal.add(new Entry("start", 3));
        journal.add(new Entry("stop", 4));
        journal.add(new Entry("start", 5));

        // Act
        String result = journal.summary();

        // Assert
        assertEquals("yyyy[a, b]8/4/3012", result);
    }
}
