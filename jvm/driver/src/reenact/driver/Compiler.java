package reenact.driver;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles with the JVM's own compiler. It stays warm, and so do the jars that it has opened. */
final class Compiler {
    /** Deeply nested expressions are compiled by recursion, and generated code can be deep. */
    private static final long STACK = 256L << 20;

    private static final int MAX_DIAGNOSTICS = 10_000;

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private StandardJavaFileManager files;
    private List<String> classPath = Collections.emptyList();

    boolean isThere() {
        return compiler != null;
    }

    /** Does what a command says, and gives the answer. */
    FrameWriter compile(FrameReader command) throws IOException {
        String out = command.text();
        List<String> newClassPath = command.texts();
        int release = command.number();
        List<String> options = options(release, command.texts());
        List<JavaFileObject> sources = new ArrayList<>();
        int count = command.count();
        for (int i = 0; i < count; i++) {
            String name = command.text();
            sources.add(new Source(name, command.text()));
        }
        command.end();
        if (compiler == null) {
            String home = System.getProperty("java.home");
            return Main.refusal(home + " is a runtime without compiler; choose a JDK");
        }
        open(newClassPath, out);
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        StringWriter extra = new StringWriter();
        boolean[] isGood = new boolean[1];
        Throwable[] crash = new Throwable[1];
        Thread thread = new Thread(null, () -> {
            try {
                isGood[0] = compiler.getTask(extra, files, diagnostics, options, null, sources).call();
            } catch (Throwable ofTheCompiler) {
                crash[0] = ofTheCompiler;
            }
        }, Main.THREADS + "compiler", STACK);
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
        thread.start();
        Main.join(thread);
        if (crash[0] != null) {
            closeFiles();
            return Main.refusal("the compiler failed: " + Failure.of(crash[0]).trace);
        }
        return answer(isGood[0], diagnostics.getDiagnostics(), extra.toString());
    }

    private static List<String> options(int release, List<String> given) {
        List<String> options = new ArrayList<>(given);
        boolean isOwn = String.valueOf(release).equals(System.getProperty("java.specification.version"));
        // The JVM's own release is its default, and saying so makes the compiler read the old ones' signatures.
        if (release != 0 && !isOwn) {
            options.add("--release");
            options.add(String.valueOf(release));
        }
        boolean isSilent = true;
        for (String option : given) {
            isSilent &= !option.startsWith("-proc") && !option.equals("--processor-path");
        }
        // Processors on the class path would work on tests that never asked for them.
        if (isSilent) {
            options.add("-proc:none");
        }
        options.add("-implicit:none");
        return options;
    }

    private void open(List<String> newClassPath, String out) throws IOException {
        if (files == null) {
            files = compiler.getStandardFileManager(null, Locale.ENGLISH, StandardCharsets.UTF_8);
            // Or it would look for sources on the class path.
            files.setLocation(StandardLocation.SOURCE_PATH, Collections.<File>emptyList());
            files.setLocation(StandardLocation.CLASS_PATH, Collections.<File>emptyList());
            classPath = Collections.emptyList();
        }
        if (!classPath.equals(newClassPath)) {
            List<File> entries = new ArrayList<>();
            for (String entry : newClassPath) {
                entries.add(new File(entry));
            }
            files.setLocation(StandardLocation.CLASS_PATH, entries);
            classPath = newClassPath;
        }
        files.setLocation(StandardLocation.CLASS_OUTPUT, Collections.singleton(new File(out)));
    }

    private void closeFiles() throws IOException {
        files.close();
        files = null;
    }

    private static FrameWriter answer(boolean isGood, List<Diagnostic<? extends JavaFileObject>> all, String extra) {
        FrameWriter frame = new FrameWriter(Protocol.COMPILED).flag(isGood);
        int shown = Math.min(all.size(), MAX_DIAGNOSTICS);
        frame.number(shown);
        for (Diagnostic<? extends JavaFileObject> diagnostic : all.subList(0, shown)) {
            JavaFileObject source = diagnostic.getSource();
            frame.number(diagnostic.getKind().ordinal());
            frame.text(source instanceof Source ? ((Source) source).given : source == null ? "" : source.getName());
            // Without a place these are -1, which becomes 0.
            frame.number(diagnostic.getLineNumber()).number(diagnostic.getColumnNumber());
            String code = diagnostic.getCode();
            frame.text(code == null ? "" : code).text(Failure.bounded(diagnostic.getMessage(Locale.ENGLISH)));
        }
        return frame.text(Failure.bounded(extra));
    }

    /** A source that is on no disk. */
    private static final class Source extends SimpleJavaFileObject {
        private final String given;
        private final String text;

        Source(String given, String text) {
            super(URI.create("source:///" + encoded(given)), Kind.SOURCE);
            this.given = given;
            this.text = text;
        }

        private static String encoded(String name) {
            StringBuilder encoded = new StringBuilder();
            for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
                boolean isPlain = each > 0 && (Character.isLetterOrDigit(each) || "/._-$".indexOf(each) >= 0);
                encoded.append(isPlain ? String.valueOf((char) each) : String.format("%%%02X", each));
            }
            return encoded.toString();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
