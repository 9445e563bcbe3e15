// Tests that a factory makes.
//- dynamictests/DynamicTestsTest.java
package dynamictests;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

class DynamicTestsTest {
    static final List<String> LOG = new ArrayList<>();

    @TestFactory
    Stream<DynamicTest> writes() { // polluter
        return Stream.of("a", "b").map(name -> DynamicTest.dynamicTest(name, () -> LOG.add(name)));
    }

    @TestFactory
    Stream<DynamicTest> reads() { // victim of DynamicTestsTest#writes; state: dynamictests.DynamicTestsTest.LOG; fix: LOG.clear()
        return Stream.of(DynamicTest.dynamicTest("empty", () -> assertEquals(0, LOG.size())));
    }
}
