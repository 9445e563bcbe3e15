package shapes.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** Calls of {@link Greeting} as they were recorded. */
class GreetingRecordedTest {
    @Test
    void read_returnsTheySayHi() throws IOException {
        // Arrange
        InputStream in = new InputStream() {
            private int readCalls;

            @Override
            public int read() {
                int call = readCalls++;
                if (call == 0) {
                    return 104;
                }
                if (call == 1) {
                    return 105;
                }
                if (call == 2) {
                    return 10;
                }
                if (call == 3) {
                    return -1;
                }
                throw new UnsupportedOperationException("not recorded: read");
            }
        };
        Greeting greeting = new Greeting();

        // Act
        String result = greeting.read(in);

        // Assert
        assertEquals("They say hi", result);
    }

    @Test
    void read_throwsIOException() {
        // Arrange
        InputStream in = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the line is dead");
            }
        };
        Greeting greeting = new Greeting();

        // Act and assert
        IOException thrown = assertThrows(IOException.class, () -> greeting.read(in));
        assertEquals("the line is dead", thrown.getMessage());
    }

    @Test
    void write_Ann_returns6() throws IOException {
        Greeting greeting = new Greeting();

        assertEquals(6, greeting.write("Ann", Device.sink()));
    }
}
