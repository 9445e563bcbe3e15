// The state-setter is in another class.
//- acrossclasses/Templates.java
package acrossclasses;

import java.util.HashMap;
import java.util.Map;

final class Templates {
    static final Map<String, String> LOADED = new HashMap<>();

    static void load() {
        LOADED.put("mail", "Dear %s");
    }
}
//- acrossclasses/LoadTest.java
package acrossclasses;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class LoadTest {
    @Test
    void loads() { // state-setter
        Templates.load();
        assertEquals(1, Templates.LOADED.size());
    }
}
//- acrossclasses/RenderTest.java
package acrossclasses;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class RenderTest {
    @Test
    void renders() { // brittle, set by LoadTest#loads; state: acrossclasses.Templates.LOADED; fix: Templates.load()
        assertEquals("Dear Ada", String.format(Templates.LOADED.get("mail"), "Ada"));
    }
}
