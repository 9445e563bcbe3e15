package dev.reenact.bench;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** javac compiles all sources below a directory. */
final class CompilerWork implements Peers.Unit {

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    private final List<Path> sources;

    private final Path classes;

    CompilerWork(String directory) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(directory))) {
            sources = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
        classes = Files.createTempDirectory("classes");
    }

    @Override
    public long run() throws IOException {
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-d", classes.toString(), "-nowarn", "-proc:none", "-Xlint:none");
            Boolean done = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            if (!done) {
                throw new IllegalStateException(messages.toString());
            }
        }
        return sources.size();
    }
}
