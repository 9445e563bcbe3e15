// The value is equal and the object another.
//- equalobject/Mode.java
package equalobject;

final class Mode {
    static final String ON = "on";
    static String current = ON;
}
//- equalobject/EqualObjectTest.java
package equalobject;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class EqualObjectTest {
    @Test
    void replaces() { // polluter
        Mode.current = new String("on");
        assertEquals("on", Mode.current);
    }

    @Test
    void isTheSame() { // victim of EqualObjectTest#replaces; state: equalobject.Mode.current; fix: Mode.current = "on"
        assertSame(Mode.ON, Mode.current);
    }
}
