// A file that a test leaves in the directory for temporary files.
//- leftfile/LeftFileTest.java
package leftfile;

import static org.junit.Assert.*;

import org.junit.*;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

public class LeftFileTest {
    private final Path file = Paths.get(System.getProperty("java.io.tmpdir"), "targets-left-file.txt");

    @Test
    public void writes() throws Exception { // polluter
        Files.write(file, new byte[] {1});
        assertTrue(Files.exists(file));
    }

    @Test
    public void startsWithoutFile() { // victim of LeftFileTest#writes; state: a file (not found); fix: Files.deleteIfExists(file) (not found)
        assertFalse(Files.exists(file));
    }
}
