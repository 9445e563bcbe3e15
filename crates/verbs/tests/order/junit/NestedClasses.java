// Tests in nested classes.
//- nestedclasses/NestedClassesTest.java
package nestedclasses;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class NestedClassesTest {
    static int depth;

    @Test
    void outer() {
        assertTrue(depth >= 0);
    }

    @Nested
    class WhenDeep {
        @Test
        void dives() { // polluter
            depth = 5;
        }

        @Nested
        class AndDeeper {
            @Test
            void divesAgain() {
                assertTrue(depth >= 0);
            }
        }
    }

    @Nested
    class WhenFlat {
        @Test
        void isFlat() { // victim of NestedClassesTest$WhenDeep#dives; state: nestedclasses.NestedClassesTest.depth; fix: depth = 0
            assertEquals(0, depth);
        }
    }
}
