// A reader of a file cannot be recorded: the method that opens it is lifted to its caller.
package targets.system.filereaders;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.io.StringReader;

class Greeting {
    private BufferedReader open(String path) throws IOException { // no point
        return new BufferedReader(new FileReader(path));
    }

    String firstLine(String path) throws IOException { // point: system
        try (BufferedReader reader = open(path)) {
            return reader.readLine();
        }
    }

    String firstLineOf(String text) throws IOException { // no point
        try (BufferedReader reader = new BufferedReader(new StringReader(text))) {
            return reader.readLine();
        }
    }
}
