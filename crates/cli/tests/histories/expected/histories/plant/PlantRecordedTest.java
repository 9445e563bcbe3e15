package histories.plant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Plant} as they were recorded. */
class PlantRecordedTest {
    @Test
    void describe_returnsNorthLeft34Of() {
        // Arrange
        Meter meter = new Meter();
        Pump left = new Pump("left", meter);
        Pump right = new Pump("right", meter);
        left.pump(3);
        right.pump(4);
        meter.tick();
        left.pump(5);
        Plant plant = new Plant("north", left, right);

        // Act
        String result = plant.describe();

        // Assert
        assertEquals("north: left 34 of 3596253, right 16 of 3596253", result);
    }
}
