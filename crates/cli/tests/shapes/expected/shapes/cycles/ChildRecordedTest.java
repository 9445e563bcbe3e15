package shapes.cycles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Child} as they were recorded. */
class ChildRecordedTest {
    @Test
    void greet_returnsCleoSaysHelloTo() {
        // Arrange
        Child child = new Child("cleo");
        Parent parent = new Parent("anna");
        parent.add(child);

        // Act
        String result = child.greet();

        // Assert
        assertEquals("cleo says hello to anna", result);
    }
}
