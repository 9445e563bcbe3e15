// The default locale.
//- defaultlocale/DefaultLocaleTest.java
package defaultlocale;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
import java.util.Locale;

class DefaultLocaleTest {
    @Test
    void formatsInTurkish() { // polluter
        Locale.setDefault(new Locale("tr", "TR"));
        assertNotEquals("title", "TITLE".toLowerCase());
    }

    @Test
    void formatsInEnglish() { // victim of DefaultLocaleTest#formatsInTurkish; state: java.util.Locale.defaultLocale; fix: Locale.setDefault(savedLocale)
        assertEquals("title", "TITLE".toLowerCase());
    }
}
