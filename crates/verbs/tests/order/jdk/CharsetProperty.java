// A class reads a property when it is initialized.
//- charsetproperty/Encoding.java
package charsetproperty;

final class Encoding {
    static final String NAME = System.getProperty("target.encoding", "latin");
}
//- charsetproperty/CharsetPropertyTest.java
package charsetproperty;

import static org.junit.Assert.*;

import org.junit.*;

public class CharsetPropertyTest {
    @Test
    public void readsLatin() { // victim of CharsetPropertyTest#readsUnicode; state: charsetproperty.Encoding.NAME (not found); fix: none
        assertEquals("latin", Encoding.NAME);
    }

    @Test
    public void readsUnicode() { // victim of CharsetPropertyTest#readsLatin; state: charsetproperty.Encoding.NAME (not found); fix: none
        System.setProperty("target.encoding", "unicode");
        assertEquals("unicode", Encoding.NAME);
    }
}
