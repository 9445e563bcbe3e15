// System.out is another stream behind a test.
//- swappedout/SwappedOutTest.java
package swappedout;

import static org.junit.Assert.*;

import org.junit.*;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

public class SwappedOutTest {
    @Test
    public void capturesOutput() { // polluter
        System.setOut(new PrintStream(new ByteArrayOutputStream(), true) {
            @Override
            public void println(String line) {
                throw new IllegalStateException("captured " + line);
            }
        });
        assertNotNull(System.out);
    }

    @Test
    public void prints() { // victim of SwappedOutTest#capturesOutput; state: java.lang.System.out (not found); fix: System.setOut(savedOut)
        System.out.println("a line");
    }
}
