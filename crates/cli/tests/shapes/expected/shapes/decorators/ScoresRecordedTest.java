package shapes.decorators;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Scores} as they were recorded. */
class ScoresRecordedTest {
    @Test
    void best_returnsAnna() {
        // Arrange
        Scores scores = new Scores();
        scores.put("anna", 7);

        // Act
        String result = scores.best();

        // Assert
        assertEquals("anna", result);
    }
}
