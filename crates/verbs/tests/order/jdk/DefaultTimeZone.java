// The default time zone.
//- defaulttimezone/DefaultTimeZoneTest.java
package defaulttimezone;

import static org.junit.Assert.*;

import org.junit.*;
import java.util.TimeZone;

public class DefaultTimeZoneTest {
    private final long offset = TimeZone.getTimeZone("Asia/Tokyo").getRawOffset();

    @Test
    public void goesToTokyo() { // polluter
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
        assertEquals(offset, TimeZone.getDefault().getRawOffset());
    }

    @Test
    public void isNotInTokyo() { // victim of DefaultTimeZoneTest#goesToTokyo; state: java.util.TimeZone.defaultTimeZone; fix: TimeZone.setDefault(savedTimeZone)
        assertNotEquals(offset, TimeZone.getDefault().getRawOffset());
    }
}
