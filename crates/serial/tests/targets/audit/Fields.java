package targets.audit.fields;

import java.io.*;
import java.util.*;

/** Fields that cannot be written. */
public class Fields {
    static class Connection {
    }

    static class Base {
    }

    static class Sub extends Base implements Serializable {
    }

    static class Holder implements Serializable {
        private Connection connection; // finding: serial-unserializable-field
        private Thread[] threads; // finding: serial-unserializable-field
        private transient Connection cached;
        private static Connection shared;
        private Object anything;
        private List<Connection> list;
        private Base base;
        private String name;
        private int[] numbers;
    }

    static class Written implements Serializable {
        private Connection connection;
        private void writeObject(ObjectOutputStream out) throws IOException { out.writeInt(1); }
        private void readObject(ObjectInputStream in) throws IOException { in.readInt(); }
    }

    static class Replaced implements Serializable {
        private Connection connection;
        private Object writeReplace() { return "x"; }
    }

    static class Declared implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {};
        private Connection connection;
    }

    /** Of a superclass, as time zones of joda-time have it. */
    static abstract class Zone implements Serializable {
        private static final long serialVersionUID = 1L;
        protected Object writeReplace() { return "x"; }
    }

    static class DaylightZone extends Zone {
        private static final long serialVersionUID = 1L;
        private Connection connection;
    }

    /** Private to a superclass: it is not called for objects of subclasses. */
    static class Private implements Serializable {
        private static final long serialVersionUID = 1L;
        private Object writeReplace() { return "x"; }
    }

    static class Below extends Private {
        private static final long serialVersionUID = 1L;
        private Connection connection; // finding: serial-unserializable-field
    }
}
