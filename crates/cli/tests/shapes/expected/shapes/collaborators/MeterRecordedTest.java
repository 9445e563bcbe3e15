package shapes.collaborators;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Meter} as they were recorded. */
class MeterRecordedTest {
    @Test
    void name_returnsMeterInKWh() {
        // Arrange
        Unit unit = new Unit() {
            @Override
            public String symbol() {
                return "kWh";
            }

            @Override
            public String plural(int count) {
                throw new UnsupportedOperationException("not recorded: plural");
            }
        };
        Meter meter = new Meter(null, unit);

        // Act
        String result = meter.name();

        // Assert
        assertEquals("Meter in kWh", result);
    }
}
