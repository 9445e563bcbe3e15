import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;

/**
 * Says of every class file of this JDK, and of jars as this JDK sees them, how long it is and what its
 * checksum is. The first argument is the file to write, the others are jars.
 */
public class DigestAll {
    public static void main(String[] args) throws IOException {
        try (PrintWriter out = new PrintWriter(args[0], "UTF-8")) {
            for (String jar : List.of(args).subList(1, args.length)) {
                digestJar(Path.of(jar), out);
            }
            if (args.length == 1) {
                digestRuntime(out);
            }
        }
    }

    private static void digestRuntime(PrintWriter out) throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        try (Stream<Path> paths = Files.walk(modules)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                String name = modules.relativize(path).toString();
                if (name.endsWith(".class")) {
                    digest(name, Files.readAllBytes(path), out);
                }
            }
        }
    }

    private static void digestJar(Path path, PrintWriter out) throws IOException {
        try (JarFile jar = new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.versionedStream()::iterator) {
                String name = entry.getName();
                // Class loaders never look for classes there.
                if (name.endsWith(".class") && !name.startsWith("META-INF/")) {
                    digest(path.getFileName() + "/" + name, jar.getInputStream(entry).readAllBytes(), out);
                }
            }
        }
    }

    private static void digest(String name, byte[] bytes, PrintWriter out) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        out.println(name + "\t" + bytes.length + "\t" + Long.toHexString(checksum.getValue()));
    }
}
