package targets.audit.inheritance;

import java.io.*;

/** Classes that pass serializability on. */
public class Inheritance {
    static class Base implements Serializable { // finding: serial-passed-on
        private static final long serialVersionUID = 1L;
    }

    static class Unaware extends Base {
        private String password;
    }

    static class Aware extends Base {
        private static final long serialVersionUID = 1L;
        private String name;
    }

    static class Stateless extends Base {
        void run() {}
    }

    static class Parent implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    static class Child extends Parent implements Serializable {
        private String name;
    }

    static class Refusing extends Parent {
        private String name;
        private void readObject(ObjectInputStream in) throws IOException { throw new NotSerializableException(); }
    }

    interface Event extends Serializable { // finding: serial-passed-on
    }

    static class Login implements Event {
        private String token;
    }
}
