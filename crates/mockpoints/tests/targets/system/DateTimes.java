// The types of java.time, counted with.
package targets.system.datetimes;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

class Due {
    LocalDate inDays(int days) { // point: system
        return LocalDate.now().plusDays(days);
    }

    String stamp() { // point: system
        return DateTimeFormatter.ISO_DATE_TIME.format(LocalDateTime.now());
    }

    long hoursSince(ZonedDateTime start) { // point: system
        return Duration.between(start, ZonedDateTime.now(ZoneOffset.UTC)).toHours();
    }

    LocalDate daysAfter(LocalDate day, int days) { // no point
        System.out.println(LocalDate.now());
        return day.plusDays(days);
    }
}
