package targets.audit.versions;

import java.io.*;

public class Versions implements Serializable { // finding: serial-version-missing
    static final class Known implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    static final class Failure extends RuntimeException {
    }

    enum Color { RED }

    record Pair(int a) implements Serializable {}

    abstract static class Half implements Serializable {
    }

    static class Below extends Half { // finding: serial-version-missing
    }

    Serializable anonymous() { return new Serializable() {}; }
}
