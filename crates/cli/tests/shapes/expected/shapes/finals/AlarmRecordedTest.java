package shapes.finals;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Alarm} as they were recorded. */
class AlarmRecordedTest {
    @Test
    void check_3_returnsHot() {
        // Arrange
        Sensor sensor = new Sensor() {
            @Override
            public int raw(int port2) {
                return 300;
            }
        };
        Alarm alarm = new Alarm(sensor);

        // Act
        String result = alarm.check(3);

        // Assert
        assertEquals("hot", result);
    }
}
