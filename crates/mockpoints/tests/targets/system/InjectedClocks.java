// A clock that is handed in at construction: one cannot see which it is, and it is made to be the system's.
package targets.system.injectedclocks;

import java.time.Clock;
import java.time.Instant;

class Trials {
    private final Clock clock;
    private final Instant end;

    Trials(Clock clock, Instant end) {
        this.clock = clock;
        this.end = end;
    }

    boolean isRunning() { // point: system
        return clock.instant().isBefore(end);
    }

    Instant end() { // no point
        System.out.println(clock.instant());
        return end;
    }
}
