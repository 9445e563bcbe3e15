package shapes.constants;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Calls of {@link Places} as they were recorded. */
class PlacesRecordedTest {
    @Test
    void english_GB_returnsLocale() {
        assertEquals(Locale.UK, Places.english("GB"));
    }
}
