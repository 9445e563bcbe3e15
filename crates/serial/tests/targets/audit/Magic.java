package targets.audit.magic;

import java.io.*;

/** Members that the runtime looks for by name and type. */
public class Magic {
    static class Right implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final ObjectStreamField[] serialPersistentFields = {};
        private void writeObject(ObjectOutputStream out) throws IOException { out.defaultWriteObject(); }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { in.defaultReadObject(); }
        private void readObjectNoData() throws ObjectStreamException {}
        protected Object readResolve() { return this; }
        Object writeReplace() { return this; }
    }

    static class Misspelt implements Serializable {
        private static final long serialVersionUid = 1L; // finding: serial-magic-member
        private void writeObjects(ObjectOutputStream out) throws IOException {} // finding: serial-magic-member
        private void readobject(ObjectInputStream in) throws IOException {} // finding: serial-magic-member
        private Object readresolve() { return this; } // finding: serial-magic-member
    }

    static class Mistyped implements Serializable {
        private static long serialVersionUID = 1L; // finding: serial-magic-member
        public static final ObjectStreamField[] serialPersistentFields = {}; // finding: serial-magic-member
        void writeObject(ObjectOutputStream out) throws IOException {} // finding: serial-magic-member
        private void readObject(ObjectInput in) throws IOException {} // finding: serial-magic-member
        private Mistyped readResolve() { return this; } // finding: serial-magic-member
        static Object writeReplace() { return null; } // finding: serial-magic-member
    }

    static class Wide implements Serializable {
        private static final int serialVersionUID = 1;
        private Object read(String text) { return text; }
        public Object readObject(String name) { return name; }
        public void writeObject(Object value) {}
    }

    enum Constant implements Serializable {
        ONE;
        private Object readResolve() { return ONE; } // finding: serial-magic-ignored
    }

    record Pair(int a, int b) implements Serializable {
        private void readObject(ObjectInputStream in) throws IOException {} // finding: serial-magic-ignored
        private Object writeReplace() { return this; }
    }

    public static class External implements Externalizable {
        private static final long serialVersionUID = 1L;
        public External() {}
        private void readObject(ObjectInputStream in) throws IOException {} // finding: serial-magic-ignored
        public void writeExternal(ObjectOutput out) throws IOException {}
        public void readExternal(ObjectInput in) throws IOException {}
    }

    static class NotSerializable {
        private void readObject(ObjectInputStream in) throws IOException {} // finding: serial-magic-ignored
        private void writeObject(ObjectOutputStream out) throws IOException {} // finding: serial-magic-ignored
        Object readResolve() { return this; }
    }

    static class Lost implements Serializable {
        private static final long serialVersionUID = 1L;
        private void writeObject(ObjectOutputStream out) throws IOException { out.defaultWriteObject(); out.writeInt(7); } // finding: serial-magic-missing
    }

    /** As LRUMap of Commons Collections: helpers of the right members, which subclasses override. */
    static class Helped implements Serializable {
        private static final long serialVersionUID = 1L;
        private void writeObject(ObjectOutputStream out) throws IOException { out.defaultWriteObject(); doWriteObject(out); }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { in.defaultReadObject(); doReadObject(in); }
        protected void doWriteObject(ObjectOutputStream out) throws IOException {}
        protected void doReadObject(ObjectInputStream in) throws IOException {}
    }
}
