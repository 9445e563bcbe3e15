package targets.audit.forms;

import io.reenact.serial.*;
import java.io.*;
import java.util.*;

/** Checks of declared forms. */
public class Forms {
    static class Connection {
    }

    public record Parts(Connection connection, int size) {}

    public static class Holder { // finding: serial-component
        private final Connection connection;
        @Deserializer
        public Holder(Connection connection, int size) { this.connection = connection; }
        @Serializer
        public Parts form() { return new Parts(connection, 1); }
    }

    @Serializer
    public static class Fine {
        private final List<Object> items;
        private final Map<String, Fine> children;
        private final Color color;
        private final long[][] grid;
        private final java.time.LocalDate day;
        @Deserializer
        public Fine(List<Object> items, Map<String, Fine> children, Color color, long[][] grid, java.time.LocalDate day) {
            this.items = items; this.children = children; this.color = color; this.grid = grid; this.day = day;
        }
        public List<Object> items() { return items; }
        public Map<String, Fine> children() { return children; }
        public Color color() { return color; }
        public long[][] grid() { return grid; }
        public java.time.LocalDate day() { return day; }
    }

    public enum Color { RED }

    @Serializer
    public static class Hidden {
        @Deserializer
        Hidden(int x) {} // finding: serial-not-usable
        public int x() { return 1; }
    }

    @Serializer
    public static class BackDoor implements Serializable { // finding: serial-back-door
        private static final long serialVersionUID = 1L;
        private final int x;
        @Deserializer
        public BackDoor(int x) { this.x = x; }
        public int x() { return x; }
    }

    @Serializer
    public static class FrontDoor implements Serializable {
        private static final long serialVersionUID = 1L;
        private final int x;
        @Deserializer
        public FrontDoor(int x) { this.x = x; }
        public int x() { return x; }
        private void readObject(ObjectInputStream in) throws InvalidObjectException { throw new InvalidObjectException("use the serial form"); }
    }

    public static class Below extends Fine { // finding: serial-not-inherited
        public Below() { super(null, null, null, null, null); }
    }

    public class Inner { // finding: serial-declaration
        @Deserializer
        public Inner(int x) {}
    }

    public static class Twice {
        @Deserializer
        public Twice(int x) {}
        @Deserializer
        public static Twice of(int x) { return null; } // finding: serial-duplicate
    }
}
