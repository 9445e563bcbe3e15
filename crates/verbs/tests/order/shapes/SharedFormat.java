// A date format whose time zone a test sets.
//- sharedformat/Dates.java
package sharedformat;

import java.text.SimpleDateFormat;
import java.util.TimeZone;

final class Dates {
    static final SimpleDateFormat FORMAT = new SimpleDateFormat("HH:mm");

    static {
        FORMAT.setTimeZone(TimeZone.getTimeZone("UTC"));
    }
}
//- sharedformat/SharedFormatTest.java
package sharedformat;

import static org.junit.Assert.*;

import org.junit.*;
import java.util.Date;
import java.util.TimeZone;

public class SharedFormatTest {
    @Test
    public void writesInTokyo() { // polluter
        Dates.FORMAT.setTimeZone(TimeZone.getTimeZone("Asia/Tokyo"));
        assertEquals("09:00", Dates.FORMAT.format(new Date(0)));
    }

    @Test
    public void writesInUtc() { // victim of SharedFormatTest#writesInTokyo; state: sharedformat.Dates.FORMAT; fix: Dates.FORMAT.setTimeZone(TimeZone.getTimeZone("UTC")) (not found)
        assertEquals("00:00", Dates.FORMAT.format(new Date(0)));
    }
}
