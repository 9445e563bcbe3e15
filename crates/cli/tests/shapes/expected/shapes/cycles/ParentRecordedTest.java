package shapes.cycles;

import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/** Calls of {@link Parent} as they were recorded. */
class ParentRecordedTest {
    @Test
    void youngest_returnsChild() {
        // Arrange
        Parent parent = new Parent("anna");
        parent.add(new Child("ben"));
        Child child = new Child("cleo");
        parent.add(child);

        // Act
        Child result = parent.youngest();

        // Assert
        assertSame(child, result);
    }
}
