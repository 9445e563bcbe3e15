import io.reenact.serial.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

/** Reads documents that a test wrote to a file: a line each, the encoding and the document in Base64, each within a time. Prints what came of it. */
public class Hostile {
    public enum Color { RED, GREEN }

    public record Point(int x, int y) {}

    public record Bag(Object any, List<?> list, String text, byte[] bytes, Color color, double number) {}

    /** A class that says when it is initialized, and that is listed. */
    public static final class Listed {
        static { System.out.println("Listed is initialized"); }

        @Deserializer
        public Listed(int size) {}
    }

    /** A key whose hash code is always the same and which cannot be compared. */
    public static final class Key {
        private final int id;

        @Deserializer
        public Key(int id) { this.id = id; }

        @Serializer
        public int id() { return id; }

        @Override
        public int hashCode() { return 1; }

        @Override
        public boolean equals(Object other) { return other instanceof Key && ((Key) other).id == id; }
    }

    public static void main(String[] args) throws Exception {
        Forms forms = Forms.allowing(Point.class, Bag.class, Color.class, Listed.class, Key.class)
                .within(Limits.DEFAULT.bytes(4_000_000).depth(50).values(200_000).millis(Long.parseLong(args[1])));
        for (String line : Files.readAllLines(Paths.get(args[0]))) {
            String[] parts = line.split(" ", 2);
            byte[] document = Base64.getDecoder().decode(parts.length > 1 ? parts[1] : "");
            try {
                Object read = forms.read(document, Encoding.valueOf(parts[0]));
                System.out.println("accepted " + (read == null ? null : read.getClass().getName()));
            } catch (FormException error) {
                System.out.println(error.getMessage());
            } catch (RuntimeException error) {
                System.out.println(error);
            }
        }
    }
}
