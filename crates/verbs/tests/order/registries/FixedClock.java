// A clock that a test stops.
//- fixedclock/Times.java
package fixedclock;

import java.time.Clock;
import java.time.Instant;

public final class Times {
    private static Clock clock = Clock.systemUTC();

    public static void use(Clock other) {
        clock = other;
    }

    public static void useSystem() {
        clock = Clock.systemUTC();
    }

    public static boolean isAfter(Instant moment) {
        return clock.instant().isAfter(moment);
    }
}
//- fixedclock/TimesTest.java
package fixedclock;

import static org.junit.Assert.*;

import org.junit.*;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

public class TimesTest {
    @Test
    public void stopsTheClock() { // polluter
        Times.use(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        assertFalse(Times.isAfter(Instant.EPOCH));
    }

    @Test
    public void isNotThePast() { // victim of TimesTest#stopsTheClock; state: fixedclock.Times.clock; fix: Times.useSystem()
        assertTrue(Times.isAfter(Instant.EPOCH));
    }
}
