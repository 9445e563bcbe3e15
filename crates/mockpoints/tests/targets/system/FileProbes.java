// Whether a file is there.
package targets.system.fileprobes;

import java.io.File;

class Templates {
    String folder(String name) { // point: system
        if (new File("/etc/shop", name).exists()) {
            return "/etc/shop";
        }
        return "/usr/share/shop";
    }

    String path(String name) { // no point
        File file = new File("/etc/shop", name);
        System.out.println(file.exists());
        return file.getPath();
    }
}
