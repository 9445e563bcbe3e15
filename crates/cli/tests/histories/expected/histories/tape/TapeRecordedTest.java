package histories.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Tape} as they were recorded. */
class TapeRecordedTest {
    @Test
    void forward_returns1() {
        Tape tape = new Tape();

        assertEquals(1, tape.forward());
    }

    @Test
    void forward_returns3() {
        // Arrange
        Tape tape = new Tape();
        tape.forward();

        // Act
        int result = tape.forward();

        // Assert
        assertEquals(3, result);
    }

    @Test
    void forward_returns7() {
        // Arrange
        Tape tape = new Tape();
        tape.forward();
        tape.forward();

        // Act
        int result = tape.forward();

        // Assert
        assertEquals(7, result);
    }

    @Test
    void forward_returns15() {
        // Arrange
        Tape tape = new Tape();
        tape.forward();
        tape.forward();
        tape.forward();

        // Act
        int result = tape.forward();

        // Assert
        assertEquals(15, result);
    }

    @Test
    void forward_returns31() {
        // Arrange
        Tape tape = new Tape();
        for (int i = 0; i < 4; i++) {
            tape.forward();
        }

        // Act
        int result = tape.forward();

        // Assert
        assertEquals(31, result);
    }

    @Test
    void forward_returns63() {
        // Arrange
        Tape tape = new Tape();
        for (int i = 0; i < 5; i++) {
            tape.forward();
        }

        // Act
        int result = tape.forward();

        // Assert
        assertEquals(63, result);
    }
}
