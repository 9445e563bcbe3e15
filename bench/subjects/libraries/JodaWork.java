import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.joda.time.Days;
import org.joda.time.Duration;
import org.joda.time.Interval;
import org.joda.time.LocalDate;
import org.joda.time.LocalTime;
import org.joda.time.Months;
import org.joda.time.Period;
import org.joda.time.YearMonth;
import org.joda.time.format.DateTimeFormat;
import org.joda.time.format.DateTimeFormatter;
import org.joda.time.format.ISODateTimeFormat;
import org.joda.time.format.PeriodFormat;

/** What a program does with Joda-Time: dates, intervals, formats. */
public class JodaWork {
    public static void main(String[] arguments) {
        DateTimeZone berlin = DateTimeZone.forID("Europe/Berlin");
        DateTime start = new DateTime(2024, 3, 30, 22, 15, berlin);
        start.plusHours(6).withDayOfMonth(1).minusMonths(2);
        start.toString();
        start.isBefore(new DateTime(2025, 1, 1, 0, 0, DateTimeZone.UTC));
        LocalDate date = new LocalDate(2024, 2, 29);
        date.plusYears(1);
        date.withDayOfWeek(3);
        date.dayOfMonth().withMaximumValue();
        date.toDateTimeAtStartOfDay(berlin);
        Days.daysBetween(date, new LocalDate(2024, 12, 24)).getDays();
        Months.monthsBetween(date, new LocalDate(2026, 1, 1)).getMonths();
        LocalTime time = new LocalTime(13, 45, 30);
        time.plusMinutes(90);
        time.isAfter(LocalTime.MIDNIGHT);
        Interval interval = new Interval(start, start.plusDays(3));
        interval.contains(start.plusDays(1));
        interval.overlap(new Interval(start.minusDays(1), start.plusDays(2)));
        interval.toPeriod();
        Duration duration = Duration.standardMinutes(90);
        duration.plus(500).toStandardSeconds().getSeconds();
        duration.multipliedBy(3);
        Period period = new Period(1, 2, 3, 4, 5, 6, 7, 8);
        period.normalizedStandard();
        period.plusDays(2);
        PeriodFormat.getDefault().print(period);
        new YearMonth(2024, 2).plusMonths(11);
        DateTimeFormatter formatter = DateTimeFormat.forPattern("dd.MM.yyyy HH:mm").withZone(DateTimeZone.UTC);
        formatter.print(start);
        formatter.parseDateTime("24.12.2024 18:00");
        ISODateTimeFormat.dateTime().print(start);
        try {
            formatter.parseDateTime("yesterday");
        } catch (IllegalArgumentException expected) {
            // Recorded as it is.
        }
        try {
            new LocalDate(2023, 2, 29);
        } catch (RuntimeException expected) {
            // Recorded as it is.
        }
    }
}
