// A record's own method asks for the time.
package targets.system.recordmethods;

import java.time.Instant;

record Warranty(String item, Instant until) {
    boolean isValid() { // point: system
        return Instant.now().isBefore(until);
    }

    boolean isValidAt(Instant time) { // no point
        System.out.println("asked at " + Instant.now());
        return time.isBefore(until);
    }
}
