// A list that is a constant of an interface.
//- interfaceconstants/Formats.java
package interfaceconstants;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

interface Formats {
    List<String> KNOWN = new ArrayList<>(Arrays.asList("json"));
}
//- interfaceconstants/InterfaceConstantsTest.java
package interfaceconstants;

import static org.junit.Assert.*;

import org.junit.*;

public class InterfaceConstantsTest {
    @Test
    public void allowsMore() { // polluter
        Formats.KNOWN.add("xml");
        assertTrue(Formats.KNOWN.contains("xml"));
    }

    @Test
    public void knowsJsonOnly() { // victim of InterfaceConstantsTest#allowsMore; state: interfaceconstants.Formats.KNOWN; fix: Formats.KNOWN.remove("xml")
        assertEquals(1, Formats.KNOWN.size());
    }
}
