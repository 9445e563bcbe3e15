// A buffer that tests append to.
//- staticbuffer/Journal.java
package staticbuffer;

final class Journal {
    static final StringBuilder TEXT = new StringBuilder();
}
//- staticbuffer/StaticBufferTest.java
package staticbuffer;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class StaticBufferTest {
    @Test
    void writes() { // polluter
        Journal.TEXT.append("line");
        assertTrue(Journal.TEXT.length() > 0);
    }

    @Test
    void isEmpty() { // victim of StaticBufferTest#writes; state: staticbuffer.Journal.TEXT; fix: Journal.TEXT.setLength(0)
        assertEquals("", Journal.TEXT.toString());
    }
}
