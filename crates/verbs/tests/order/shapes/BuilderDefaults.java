// Static defaults of a builder.
//- builderdefaults/Request.java
package builderdefaults;

final class Request {
    final int timeout;

    private Request(int timeout) {
        this.timeout = timeout;
    }

    static final class Builder {
        private static int defaultTimeout = 30;

        private int timeout = defaultTimeout;

        static void defaultTimeout(int seconds) {
            defaultTimeout = seconds;
        }

        Request build() {
            return new Request(timeout);
        }
    }
}
//- builderdefaults/BuilderDefaultsTest.java
package builderdefaults;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class BuilderDefaultsTest {
    @Test
    void changesDefaults() { // polluter
        Request.Builder.defaultTimeout(1);
        assertEquals(1, new Request.Builder().build().timeout);
    }

    @Test
    void waits() { // victim of BuilderDefaultsTest#changesDefaults; state: builderdefaults.Request$Builder.defaultTimeout; fix: Request.Builder.defaultTimeout(30)
        assertEquals(30, new Request.Builder().build().timeout);
    }
}
