// A class whose initializer failed stays unusable.
//- failedinitializer/Driver.java
package failedinitializer;

final class Driver {
    private static final String NAME = System.getProperty("target.driver", "good");

    static {
        if (NAME.equals("bad")) {
            throw new IllegalStateException("no such driver");
        }
    }

    static String connect() {
        return NAME;
    }
}
//- failedinitializer/FailedInitializerTest.java
package failedinitializer;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class FailedInitializerTest {
    @Test
    void rejectsABadDriver() { // victim of FailedInitializerTest#connects; also self-polluting; state: failedinitializer.Driver (not found); fix: none
        System.setProperty("target.driver", "bad");
        try {
            assertThrows(ExceptionInInitializerError.class, Driver::connect);
        } finally {
            System.clearProperty("target.driver");
        }
    }

    @Test
    void connects() { // victim of FailedInitializerTest#rejectsABadDriver; state: failedinitializer.Driver; fix: none
        assertEquals("good", Driver.connect());
    }
}
