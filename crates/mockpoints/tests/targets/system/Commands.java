// The answer of another process.
package targets.system.commands;

import java.io.IOException;

class Versions {
    boolean hasGit() throws IOException, InterruptedException { // point: system
        Process process = new ProcessBuilder("git", "--version").start();
        return process.waitFor() == 0;
    }

    ProcessBuilder prepare(String tool) { // no point
        return new ProcessBuilder(tool, "--version");
    }
}
