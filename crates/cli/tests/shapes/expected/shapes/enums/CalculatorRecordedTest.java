package shapes.enums;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** Calls of {@link Calculator} as they were recorded. */
class CalculatorRecordedTest {
    @Test
    void calculate_4_5_returns20() {
        Calculator calculator = new Calculator(Operation.TIMES);

        assertEquals(20, calculator.calculate(4, 5));
    }

    @Test
    void allowed_setOf2_plus_returnsTrue() {
        assertTrue(Calculator.allowed(EnumSet.of(Operation.PLUS, Operation.TIMES), Operation.PLUS));
    }

    @Test
    void total_mapOf1_returns2() {
        // Arrange
        EnumMap<Operation, Integer> uses = new EnumMap<>(Operation.class);
        uses.put(Operation.TIMES, 2);

        // Act
        int result = Calculator.total(uses);

        // Assert
        assertEquals(2, result);
    }
}
