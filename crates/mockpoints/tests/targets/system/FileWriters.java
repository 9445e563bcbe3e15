// Writing a file, and making the directory for it, depends on nothing: not even where the copying loop asks how much was read.
package targets.system.filewriters;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

class Uploads {
    int store(byte[] bytes, Path file) throws IOException { // no point
        Files.createDirectories(file.getParent());
        int written = 0;
        try (OutputStream out = Files.newOutputStream(file)) {
            for (byte one : bytes) {
                out.write(one);
                written++;
            }
        }
        return written;
    }

    byte[] load(Path file) throws IOException { // point: system
        try (InputStream in = Files.newInputStream(file)) {
            return in.readAllBytes();
        }
    }
}
