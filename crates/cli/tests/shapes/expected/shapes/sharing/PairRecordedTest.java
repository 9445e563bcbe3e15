package shapes.sharing;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Calls of {@link Pair} as they were recorded. */
class PairRecordedTest {
    @Test
    void isSame_isTrue() {
        // Arrange
        Node first = new Node("shared");
        Pair pair = new Pair(first, first);

        // Act
        boolean same = pair.isSame();

        // Assert
        assertTrue(same);
    }

    @Test
    void isSame_isFalse() {
        Pair pair = new Pair(new Node("a"), new Node("a"));

        assertFalse(pair.isSame());
    }
}
