package histories.links;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Stop} as they were recorded. */
class StopRecordedTest {
    @Test
    void describe_returnsSouthNorthSouth() {
        // Arrange
        Stop stop = new Stop("north");
        Stop next = new Stop("south");
        next.link(stop);
        stop.link(next);

        // Act
        String result = stop.describe();

        // Assert
        assertEquals("south - north - south", result);
    }
}
