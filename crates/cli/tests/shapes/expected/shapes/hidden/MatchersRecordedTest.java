package shapes.hidden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls of {@link Matchers} as they were recorded. */
class MatchersRecordedTest {
    @Test
    void count_a1b22_returns3() {
        Matchers matchers = new Matchers();

        assertEquals(3, matchers.count("a1b22"));
    }

    @Test
    void digits_matches_a_returnsFalse() {
        Matchers.Digits digits = new Matchers.Digits();

        assertFalse(digits.matches('a'));
    }

    @Test
    void digits_matches_b_returnsFalse() {
        Matchers.Digits digits = new Matchers.Digits();

        assertFalse(digits.matches('b'));
    }

    @Test
    void digits_matches_1_returnsTrue() {
        Matchers.Digits digits = new Matchers.Digits();

        assertTrue(digits.matches('1'));
    }

    @Test
    void digits_matches_2_returnsTrue() {
        Matchers.Digits digits = new Matchers.Digits();

        assertTrue(digits.matches('2'));
    }
}
