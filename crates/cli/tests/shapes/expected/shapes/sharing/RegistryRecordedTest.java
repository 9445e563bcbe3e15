package shapes.sharing;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of {@link Registry} as they were recorded. */
class RegistryRecordedTest {
    @Test
    void knows_returnsTrue() {
        // Arrange
        Node node = new Node("shared");
        Registry registry = new Registry(new ArrayList<>(List.of(node)));

        // Act
        boolean result = registry.knows(node);

        // Assert
        assertTrue(result);
    }

    @Test
    void knows_returnsFalse() {
        Registry registry = new Registry(new ArrayList<>(List.of(new Node("shared"))));

        assertFalse(registry.knows(new Node("shared")));
    }
}
