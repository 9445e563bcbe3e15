package shapes.worth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Page} as they were recorded. */
class PageRecordedTest {
    @Test
    void count_a_returns1() {
        Page page = new Page("draw".toCharArray());

        assertEquals(1, page.count('a'));
    }
}
