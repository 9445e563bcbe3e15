import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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

    /** How many classes are described before that is written, which bounds the memory needed. */
    private static final int BATCH = 512;

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

    private void write(OutputStream out) throws IOException {
        Map<Class<?>, List<Class<?>>> subtypes = subtypes();
        for (int start = 0; start < loaded.length; start += BATCH) {
            IntStream batch = IntStream.range(start, Math.min(start + BATCH, loaded.length));
            for (Object text : batch.parallel().mapToObj(index -> describe(index, subtypes)).toArray()) {
                out.write(text.toString().getBytes(StandardCharsets.ISO_8859_1));
            }
        }
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
        if (AccessFacts.isTrusted(type)) {
            block.without("access", "", "MagicAccessorImpl");
            block.without("special", "", "MagicAccessorImpl");
        }
        // Others to compare it with: the next by name, which is often of the same package, and for some a
        // far one, which is not. Most answers on that are errors, which take their time.
        beside(type, (index + 1) % loaded.length, block);
        if (index % 4 == 0) {
            beside(type, (index + FAR) % loaded.length, block);
        }
        LinkFacts.describe(type, block);
        return block.toString();
    }

    private void beside(Class<?> type, int index, Block block) {
        if (loaded[index] instanceof Class<?> other && other != type && Vm.isLinkable(other)) {
            block.note("beside", Vm.name(other));
            AccessFacts.describe(type, other, block);
        }
    }
}
