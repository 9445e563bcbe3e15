package targets.forms.refused;

import io.reenact.serial.*;

/** Forms are not inherited, and inner classes have none. */
public class Refused { // refused: not declared
    @Serializer
    public static class Base { // writes: 1 (int id)
        private final int id;
        @Deserializer
        public Base(int id) { this.id = id; } // reads: 1 (int id)
        public int id() { return id; }
    }

    public static class Sub extends Base { // refused: not inherited from Base
        private final String secret;
        public Sub(int id, String secret) { super(id); this.secret = secret; }
    }

    public static class Below extends Sub { // refused: not inherited from Base
        public Below() { super(1, ""); }
    }

    public class Inner { // refused: an inner class
        @Deserializer
        public Inner(int x) {}
    }

    public interface Shape { // refused: Interface
    }

    public abstract static class Half { // refused: Abstract
        @Serializer
        public int size() { return 1; }
    }

    Object local() {
        class Local { // refused: a local class
        }
        return new Local();
    }

    Object anonymous() {
        return new Object() { // refused: an anonymous class
            int x = 1;
        };
    }
}
