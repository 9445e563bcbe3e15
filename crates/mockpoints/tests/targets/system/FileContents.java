// The content of a file. A method that only writes one depends on nothing; the content is state where it is read.
package targets.system.filecontents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class Rates {
    double rate(Path file) throws IOException { // point: system
        List<String> lines = Files.readAllLines(file);
        return Double.parseDouble(lines.get(0));
    }

    void store(Path file, double rate) throws IOException { // no point
        Files.writeString(file, Double.toString(rate));
    }
}
