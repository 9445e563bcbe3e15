package shapes.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Device} as they were recorded. */
class DeviceRecordedTest {
    @Test
    void wire_query_selectAmountFrom_arrayOf1_returnsListOf2() {
        Connection connection = Device.connect();

        assertEquals(List.of(22, 1), connection.query("select amount from ann", "ann"));
    }

    @Test
    void wire_isClosed_isFalse() {
        Connection connection = Device.connect();

        assertFalse(connection.isClosed());
    }

    @Test
    void wire_isClosed_isTrue() {
        // Arrange
        Connection connection = Device.connect();
        connection.close();

        // Act
        boolean closed = connection.isClosed();

        // Assert
        assertTrue(closed);
    }

    @Test
    void wire_close_changesIsClosed() throws Exception {
        Connection connection = Device.connect();

        connection.close();

        assertTrue(connection.isClosed());
    }
}
