package shapes.enums;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Operation} as they were recorded. */
class OperationRecordedTest {
    @Test
    void values_returnsArrayOf2() {
        assertArrayEquals(new Operation[] {Operation.PLUS, Operation.TIMES}, Operation.values());
    }
}
