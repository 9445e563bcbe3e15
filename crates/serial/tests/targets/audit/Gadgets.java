package targets.audit.gadgets;

import java.io.*;
import java.lang.reflect.*;

/** Classes that do what a stream says. */
public class Gadgets {
    interface Transformer {
        Object transform(Object input) throws Exception;
    }

    static class Invoker implements Transformer, Serializable {
        private final String method;
        private final Class<?>[] types;
        private final Object[] arguments;
        Invoker(String method, Class<?>[] types, Object[] arguments) { this.method = method; this.types = types; this.arguments = arguments; }
        public Object transform(Object input) throws Exception { // finding: serial-gadget
            Method found = input.getClass().getMethod(method, types);
            return found.invoke(input, arguments);
        }
    }

    static class Loader implements Serializable {
        private String name;
        Class<?> load() throws Exception { return Class.forName(name); } // finding: serial-gadget
    }

    static class Starter implements Serializable {
        private String[] command;
        Process start() throws Exception { return Runtime.getRuntime().exec(command); } // finding: serial-gadget
    }

    static class Fixed implements Serializable {
        private String name;
        Class<?> load() throws Exception { return Class.forName("java.lang.String"); }
    }

    static class Cached implements Serializable {
        private transient String name;
        Class<?> load() throws Exception { return Class.forName(name); }
    }

    static class Plain {
        private String name;
        Class<?> load() throws Exception { return Class.forName(name); }
    }

    static class Closed implements Serializable {
        private String name;
        Class<?> load() throws Exception { return Class.forName(name); }
        private void readObject(ObjectInputStream in) throws IOException { throw new NotSerializableException(); }
    }
}
