package targets.forms.mistakes;

import io.reenact.serial.*;

/** Declarations that cannot work. */
public class Mistakes {
    public record Pair(int a, int b) {}
    public record Swapped(int b, int a) {}

    public static class Order {
        private final int a, b;
        @Deserializer
        public Order(int a, int b) { this.a = a; this.b = b; } // reads: 1 (int a, int b)
        @Serializer
        public Swapped form() { return new Swapped(b, a); } // writes: 1 (int a, int b) // problem: Disagreement
    }

    public static class Types {
        private final int a, b;
        @Deserializer
        public Types(long a, int b) { this.a = (int) a; this.b = b; } // reads: 1 (long a, int b)
        @Serializer
        public Pair form() { return new Pair(a, b); } // writes: 1 (long a, int b) // problem: Disagreement
    }

    public static class Unread {
        @Serializer(version = 2)
        public Pair form() { return new Pair(1, 2); } // writes: 2 (int a, int b) // problem: Unread
        @Deserializer(version = 1)
        public Unread(int a, int b) {} // reads: 1 (int a, int b)
    }

    public static class Twice {
        @Serializer
        public Pair form() { return new Pair(1, 2); } // writes: 1 (int a, int b)
        @Serializer
        public Pair again() { return new Pair(1, 2); } // problem: Duplicate
        @Deserializer
        public Twice(int a, int b) {} // reads: 1 (int a, int b)
        @Deserializer
        public static Twice of(int a, int b) { return null; } // problem: Duplicate
    }

    public static class Shapes {
        @Deserializer
        public Shapes make(int a) { return null; } // problem: Declaration
        @Deserializer
        public static Object other(int a) { return null; } // problem: Declaration
        @Serializer
        public int sum(int a) { return a; } // problem: Declaration
        @Deserializer(version = 0)
        public static Shapes zero(int a) { return null; } // problem: Declaration
    }

    @Serializer
    public static class Missing {
        @Deserializer
        public Missing(int a, int b) {} // reads: 1 (int a, int b) // problem: Accessor // problem: Disagreement
        public long b() { return 1; }
    }

    @Serializer(version = 3)
    public static class Unwritten { // problem: Unread
        @Deserializer
        public Unwritten(int a) {} // reads: 1 (int a)
        public int a() { return 1; }
    }
}
