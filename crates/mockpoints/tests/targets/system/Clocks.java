// A clock in a field: the system's, and one that stands still.
package targets.system.clocks;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

class Deadlines {
    private final Clock clock = Clock.systemUTC();

    boolean isPast(Instant deadline) { // point: system
        return Instant.now(clock).isAfter(deadline);
    }

    long millis() { // point: system
        return clock.millis();
    }

    boolean isAfterStart(Instant deadline) { // no point
        System.out.println(clock.millis());
        Clock fixed = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        return Instant.now(fixed).isAfter(deadline);
    }
}
