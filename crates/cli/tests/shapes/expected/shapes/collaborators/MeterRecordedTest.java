package shapes.collaborators;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** Calls of {@link Meter} as they were recorded. */
class MeterRecordedTest {
    @Test
    void name_returnsMeterInKWh() {
        // Arrange
        IntSupplier reading = () -> {
            throw new UnsupportedOperationException("not recorded: getAsInt");
        };
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
        Meter meter = new Meter(reading, unit);

        // Act
        String result = meter.name();

        // Assert
        assertEquals("Meter in kWh", result);
    }
}
