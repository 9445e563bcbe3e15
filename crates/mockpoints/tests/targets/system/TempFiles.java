// The name of a temporary file is chance.
package targets.system.tempfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class Uploads {
    String reserve() throws IOException { // point: system
        return Files.createTempFile("upload", ".bin").toString();
    }

    String reserveAt(Path folder, String name) { // no point
        return folder.resolve(name).toString();
    }
}
