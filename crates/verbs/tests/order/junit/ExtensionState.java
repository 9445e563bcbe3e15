// An extension of Jupiter counts in a static field.
//- extensionstate/CountingTestExtension.java
package extensionstate;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

class CountingTestExtension implements BeforeEachCallback {
    static int tests;

    @Override
    public void beforeEach(ExtensionContext context) {
        tests++;
    }
}
//- extensionstate/ExtendedTest.java
package extensionstate;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CountingTestExtension.class)
class ExtendedTest {
    @Test
    void counts() { // polluter
        assertTrue(CountingTestExtension.tests > 0);
    }

    @Test
    void isTheFirst() { // victim of ExtendedTest#counts; also self-polluting; state: extensionstate.CountingTestExtension.tests; fix: CountingTestExtension.tests = 0
        assertEquals(1, CountingTestExtension.tests);
    }
}
