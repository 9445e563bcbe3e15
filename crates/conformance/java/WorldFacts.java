import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Writes down what this JVM says of every class named in a file: what reflection shows, what
 * references to its members resolve to, which methods calls on its objects run. Classes are loaded and
 * linked, not initialised.
 *
 * <p>Arguments: the file of internal names, the file to write.
 */
public class WorldFacts {
    /** How far away in the list the class is that has nothing to do with the one that is asked. */
    private static final int FAR = 7919;

    private final List<String> names;
    private final Object[] loaded;

    private WorldFacts(List<String> names) {
        this.names = names;
        this.loaded = names.parallelStream().map(WorldFacts::load).toArray();
    }

    public static void main(String[] args) throws IOException {
        WorldFacts facts = new WorldFacts(Files.readAllLines(Path.of(args[0])));
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(Path.of(args[1])), 1 << 20)) {
            facts.write(out);
        }
        // Classes that annotations made the JVM initialise may have started threads.
        System.exit(0);
    }

    /** The class, or why there is none. */
    private static Object load(String name) {
        try {
            return Class.forName(name.replace('/', '.'), false, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException | LinkageError | SecurityException problem) {
            return problem;
        }
    }

    private void write(OutputStream out) {
        Map<Class<?>, List<Class<?>>> subtypes = subtypes();
        IntStream.range(0, loaded.length).parallel().mapToObj(i -> describe(i, subtypes)).forEachOrdered(text -> {
            try {
                out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        });
    }

    /** For each class the proper subtypes among those that were asked for. */
    private Map<Class<?>, List<Class<?>>> subtypes() {
        Map<Class<?>, List<Class<?>>> subtypes = new HashMap<>();
        for (Object each : loaded) {
            if (each instanceof Class<?> type) {
                for (Class<?> supertype : Vm.supertypes(type)) {
                    // The tree of interfaces is apart from that of classes.
                    if (!type.isInterface() || supertype != Object.class) {
                        subtypes.computeIfAbsent(supertype, key -> new ArrayList<>()).add(type);
                    }
                }
            }
        }
        return subtypes;
    }

    private String describe(int index, Map<Class<?>, List<Class<?>>> subtypes) {
        Block block = new Block(names.get(index));
        if (!(loaded[index] instanceof Class<?> type)) {
            block.fact("loads", "", "no");
            block.without("loaded", "", (Throwable) loaded[index]);
            return block.toString();
        }
        block.fact("loads", "", "yes");
        ClassFacts.describe(type, subtypes.getOrDefault(type, List.of()), block);
        MemberFacts.describe(type, block);
        try {
            Vm.link(type);
        } catch (LinkageError problem) {
            block.without("linked", "", problem);
            return block.toString();
        }
        // Two others to compare it with: the next by name, which is often of the same package, and a
        // far one, which is not.
        for (int other : new int[] {(index + 1) % loaded.length, (index + FAR) % loaded.length}) {
            if (loaded[other] instanceof Class<?> near && near != type && Vm.isLinkable(near)) {
                block.note("beside", Vm.name(near));
                AccessFacts.describe(type, near, block);
            }
        }
        LinkFacts.describe(type, block);
        return block.toString();
    }
}
