package histories.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Calls of {@link Door} as they were recorded. */
class DoorRecordedTest {
    @Test
    void unlock_1_throwsIllegalStateException() {
        Door door = createDoor();

        IllegalStateException thrown =
                assertThrows(IllegalStateException.class, () -> door.unlock(1));
        assertEquals("wrong code", thrown.getMessage());
    }

    @Test
    void unlock_2_throwsIllegalStateException() {
        // Arrange
        Door door = new Door();
        door.close();
        door.lock(4711);
        try {
            door.unlock(1);
        } catch (Exception expected) {
            // it threw when it was recorded, too
        }

        // Act and assert
        IllegalStateException thrown =
                assertThrows(IllegalStateException.class, () -> door.unlock(2));
        assertEquals("wrong code", thrown.getMessage());
    }

    @Test
    void report_front_returnsFrontIsLocked2() {
        // Arrange
        Door door = new Door();
        door.close();
        door.lock(4711);
        try {
            door.unlock(1);
        } catch (Exception expected) {
            // it threw when it was recorded, too
        }
        try {
            door.unlock(2);
        } catch (Exception expected) {
            // it threw when it was recorded, too
        }

        // Act
        String result = door.report("front");

        // Assert
        assertEquals("front is locked, 2 failures", result);
    }

    @Test
    void report_front_returnsFrontIsLocked0() {
        Door door = createDoor();

        assertEquals("front is locked, 0 failures", door.report("front"));
    }

    private static Door createDoor() {
        Door door = new Door();
        door.close();
        door.lock(4711);
        return door;
    }
}
