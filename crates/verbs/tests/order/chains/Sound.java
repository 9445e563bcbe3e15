// Tests that clean up behind themselves.
//- sound/SoundTest.java
package sound;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class SoundTest {
    static int state;

    @AfterEach
    void cleanUp() {
        state = 0;
    }

    @Test
    void changes() {
        state = 1;
        assertEquals(1, state);
    }

    @Test
    void isUnchanged() {
        assertEquals(0, state);
    }
}
