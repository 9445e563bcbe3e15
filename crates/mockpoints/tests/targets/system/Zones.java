// The default time zone, in both libraries of time.
package targets.system.zones;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.TimeZone;

class Statements {
    LocalDate day(Instant time) { // point: system
        return time.atZone(ZoneId.systemDefault()).toLocalDate();
    }

    int offset() { // point: system
        return TimeZone.getDefault().getRawOffset();
    }

    LocalDate dayInUtc(Instant time) { // no point
        System.out.println(ZoneId.systemDefault());
        return time.atZone(ZoneOffset.UTC).toLocalDate();
    }
}
