package shapes.values;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Values of the JDK. */
class Scenario {
    static void run() {
        Values.later(LocalDate.of(2024, 2, 28), 2);
        Values.meet(LocalDateTime.of(2024, 2, 28, 9, 30), LocalTime.NOON);
        Values.wait(Instant.parse("2024-02-28T09:30:00Z"), Duration.ofMinutes(90));
        Values.zone(ZonedDateTime.of(LocalDateTime.of(2024, 10, 27, 2, 30), ZoneId.of("Europe/Berlin")));
        Values.price(new BigDecimal("12.50"), 3);
        Values.power(new BigInteger("123456789012345678901234567890"));
        Values.id(UUID.fromString("123e4567-e89b-12d3-a456-426614174000"));
        Values.host(URI.create("https://example.org:8080/a?b=c"));
        Values.matches(Pattern.compile("a+b", Pattern.CASE_INSENSITIVE), "AAB");
        Values.language(new Locale.Builder().setLanguage("zh").setScript("Hant").setRegion("TW").build());
        Values.orElse(Optional.of("here"));
        Values.orElse(Optional.empty());
        AtomicInteger counter = new AtomicInteger(41);
        Values.next(counter);
        Values.sum(new ByteArrayInputStream(new byte[] {1, 2, 3}));
    }
}

class Values {
    public static LocalDate later(LocalDate date, int days) {
        return date.plusDays(days);
    }

    public static boolean meet(LocalDateTime moment, LocalTime time) {
        return moment.toLocalTime().isBefore(time);
    }

    public static Instant wait(Instant from, Duration duration) {
        return from.plus(duration);
    }

    public static ZonedDateTime zone(ZonedDateTime time) {
        return time.plusHours(1);
    }

    public static BigDecimal price(BigDecimal each, int count) {
        return each.multiply(BigDecimal.valueOf(count));
    }

    public static BigInteger power(BigInteger number) {
        return number.multiply(number);
    }

    public static int id(UUID id) {
        return id.version();
    }

    public static String host(URI uri) {
        return uri.getHost();
    }

    public static boolean matches(Pattern pattern, String text) {
        return pattern.matcher(text).matches();
    }

    public static String language(Locale locale) {
        return locale.toLanguageTag();
    }

    public static String orElse(Optional<String> text) {
        return text.orElse("nothing");
    }

    public static int next(AtomicInteger counter) {
        return counter.incrementAndGet();
    }

    public static int sum(ByteArrayInputStream input) {
        int sum = 0;
        for (int next = input.read(); next >= 0; next = input.read()) {
            sum += next;
        }
        return sum;
    }
}
