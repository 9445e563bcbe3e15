package targets.audit.constructors;

import java.io.*;

/** Objects that can be written and not read. */
public class Constructors {
    static class Base {
        final int size;
        Base(int size) { this.size = size; }
    }

    static class Below extends Base implements Serializable { // finding: serial-no-constructor
        Below() { super(1); }
    }

    static class Open {
        protected Open() {}
    }

    static class Fine extends Open implements Serializable {}

    static class Hidden {
        private Hidden() {}
        Hidden(String name) {}
    }

    static class Lower extends Hidden implements Serializable { // finding: serial-no-constructor
        Lower() { super(""); }
    }

    static class Replaced extends Base implements Serializable {
        Replaced() { super(1); }
        private Object writeReplace() { return "replaced"; }
    }

    public static class External implements Externalizable { // finding: serial-no-constructor
        External(int x) {}
        public void writeExternal(ObjectOutput out) {}
        public void readExternal(ObjectInput in) {}
    }
}
