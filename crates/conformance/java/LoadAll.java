import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Callable;

/**
 * Loads and links every class named in a file, and says of each what came of it: {@code linked}, or
 * the error. Linking verifies; nothing is initialised.
 */
public class LoadAll {
    public static void main(String[] args) throws Exception {
        List<String> names = Files.readAllLines(Path.of(args[0]));
        ConcurrentHashMap<String, String> outcomes = new ConcurrentHashMap<>();
        names.parallelStream().forEach(name -> outcomes.put(name, load(name)));
        try (PrintWriter out = new PrintWriter(args[1], "UTF-8")) {
            new TreeMap<>(outcomes).forEach((name, outcome) -> out.println(name + "\t" + outcome));
        }
    }

    private static String load(String name) {
        Class<?> loaded;
        try {
            loaded = Class.forName(name.replace('/', '.'), false, ClassLoader.getSystemClassLoader());
        } catch (Throwable problem) {
            return "load " + describe(problem);
        }
        // Each of these links the class first, and then looks for the types it mentions, which may be
        // missing. If one of them succeeds, linking has.
        List<Callable<Object>> links =
                List.of(loaded::getDeclaredConstructors, loaded::getDeclaredFields, loaded::getDeclaredMethods);
        String outcome = "";
        for (Callable<Object> link : links) {
            try {
                link.call();
                return "linked";
            } catch (Throwable problem) {
                outcome = "link " + describe(problem);
            }
        }
        return outcome;
    }

    /** Which of several missing classes is named depends on the order of loading; leave it out. */
    private static String describe(Throwable problem) {
        String kind = problem.getClass().getName();
        boolean isTheClass = problem instanceof VerifyError || problem instanceof ClassFormatError;
        return isTheClass ? kind + ": " + problem.getMessage().lines().findFirst().orElse("") : kind;
    }
}
