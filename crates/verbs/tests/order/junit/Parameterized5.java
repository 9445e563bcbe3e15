// A test of Jupiter that is run with several arguments; one of them pollutes, one of them fails.
//- parameterized5/Parameterized5Test.java
package parameterized5;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Parameterized5Test {
    static final Set<String> SEEN = new HashSet<>();

    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c"})
    void remembers(String name) { // polluter
        SEEN.add(name);
        assertTrue(SEEN.contains(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"c", "d"})
    void isNew(String name) { // victim of Parameterized5Test#remembers; state: parameterized5.Parameterized5Test.SEEN; fix: SEEN.clear()
        assertFalse(SEEN.contains(name));
    }
}
