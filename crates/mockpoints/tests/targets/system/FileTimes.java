// When a file was changed last.
package targets.system.filetimes;

import java.io.File;

class Reloading {
    private long loadedAt;

    boolean isStale(File file) { // point: system
        return file.lastModified() > 1000;
    }

    void load(File file) { // no point
        loadedAt = file.lastModified();
    }

    long loadedAt() { // point: system
        return loadedAt;
    }

    String name(File file) { // no point
        System.out.println(file.lastModified());
        return file.getName();
    }
}
