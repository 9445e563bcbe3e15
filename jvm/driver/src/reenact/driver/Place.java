package reenact.driver;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/**
 * A directory or jar of class files. Jars are opened once and stay open: with a new loader for every test, opening a
 * hundred of them again and again would take longer than the tests.
 */
abstract class Place {
    private static final Map<String, Place> OPENED = new ConcurrentHashMap<>();

    private final URL url;
    /** Makes the URLs of what is in here, which has more rules than one would think. */
    private final URLClassLoader finder;
    private final CodeSource source;

    private Place(File file) throws MalformedURLException {
        url = file.toURI().toURL();
        finder = new URLClassLoader(new URL[] {url}, null);
        source = new CodeSource(url, (Certificate[]) null);
    }

    /** Returns the place at a path, or null if it has no classes. */
    static Place at(String path) throws MalformedURLException {
        File file = new File(path);
        if (file.isDirectory()) {
            return new Directory(file);
        }
        // A new jar in that file is a new place.
        String key = path + "\n" + file.lastModified() + "\n" + file.length();
        Place place = OPENED.get(key);
        if (place == null && file.isFile()) {
            try {
                place = new Jar(file);
                OPENED.put(key, place);
            } catch (IOException isNoJar) {
                return null;
            }
        }
        return place;
    }

    /** Whether a file of this name, with slashes, is in here. */
    abstract boolean has(String name);

    /** The bytes of a file that is in here. */
    abstract byte[] read(String name) throws IOException;

    abstract Manifest manifest() throws IOException;

    URL url() {
        return url;
    }

    URL urlOf(String name) {
        return finder.findResource(name);
    }

    CodeSource source() {
        return source;
    }

    /** Looked at anew each time: tests are compiled into directories between two runs. */
    private static final class Directory extends Place {
        private final File root;

        Directory(File root) throws MalformedURLException {
            super(root);
            this.root = root;
        }

        @Override
        boolean has(String name) {
            return new File(root, name).exists();
        }

        @Override
        byte[] read(String name) throws IOException {
            return Files.readAllBytes(new File(root, name).toPath());
        }

        @Override
        Manifest manifest() {
            return null;
        }
    }

    private static final class Jar extends Place {
        private static final String VERSIONS = "META-INF/versions/";

        private final JarFile jar;
        /** Most names are not in most jars, and this answers without asking the jar. */
        private final Set<String> directories = new HashSet<>();

        Jar(File file) throws IOException {
            super(file);
            jar = open(file);
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements();) {
                String name = entries.nextElement().getName();
                if (name.startsWith(VERSIONS)) {
                    directories.add(directoryOf(name.substring(name.indexOf('/', VERSIONS.length()) + 1)));
                }
                directories.add(directoryOf(name));
            }
        }

        /** So that it shows what a multi-release jar has for this JVM; Java 8 has no such jars. */
        private static JarFile open(File file) throws IOException {
            try {
                Object version = Runtime.class.getMethod("version").invoke(null);
                return JarFile.class
                    .getConstructor(File.class, boolean.class, int.class, version.getClass())
                    .newInstance(file, false, ZipFile.OPEN_READ, version);
            } catch (NoSuchMethodException isJava8) {
                return new JarFile(file, false);
            } catch (ReflectiveOperationException isNoJar) {
                throw new IOException(isNoJar);
            }
        }

        private static String directoryOf(String name) {
            // Directories are entries of their own, and resources like any other.
            int end = name.endsWith("/") ? name.length() - 1 : name.length();
            return name.substring(0, name.lastIndexOf('/', end - 1) + 1);
        }

        @Override
        boolean has(String name) {
            return directories.contains(directoryOf(name)) && jar.getEntry(name) != null;
        }

        @Override
        byte[] read(String name) throws IOException {
            JarEntry entry = jar.getJarEntry(name);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) Math.max(entry.getSize(), 32));
            try (InputStream stream = jar.getInputStream(entry)) {
                byte[] piece = new byte[8192];
                for (int length = stream.read(piece); length >= 0; length = stream.read(piece)) {
                    bytes.write(piece, 0, length);
                }
            }
            return bytes.toByteArray();
        }

        @Override
        Manifest manifest() throws IOException {
            return jar.getManifest();
        }
    }
}
