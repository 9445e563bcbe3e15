package shapes.overloads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Label} as they were recorded. */
class LabelRecordedTest {
    @Test
    void length_returnsMinus1() {
        Label label = new Label(null);

        assertEquals(-1, label.length());
    }
}
