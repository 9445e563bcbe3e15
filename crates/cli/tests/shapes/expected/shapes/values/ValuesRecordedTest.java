package shapes.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Calls of {@link Values} as they were recorded. */
class ValuesRecordedTest {
    @Test
    void later_2_returnsLocalDate() {
        assertEquals(LocalDate.of(2024, 3, 1), Values.later(LocalDate.of(2024, 2, 28), 2));
    }

    @Test
    void meet_returnsTrue() {
        assertTrue(Values.meet(LocalDateTime.of(2024, 2, 28, 9, 30), LocalTime.NOON));
    }

    @Test
    void wait_returnsInstant() {
        Instant result =
                Values.wait(Instant.parse("2024-02-28T09:30:00Z"), Duration.ofMinutes(90L));

        assertEquals(Instant.parse("2024-02-28T11:00:00Z"), result);
    }

    @Test
    void zone_returnsZonedDateTime() {
        ZonedDateTime time = ZonedDateTime.ofLocal(
                LocalDateTime.of(2024, 10, 27, 2, 30),
                ZoneId.of("Europe/Berlin"),
                ZoneOffset.ofHours(2));

        ZonedDateTime result = Values.zone(time);

        assertEquals(
                ZonedDateTime.ofLocal(
                        LocalDateTime.of(2024, 10, 27, 2, 30),
                        ZoneId.of("Europe/Berlin"),
                        ZoneOffset.ofHours(1)),
                result);
    }

    @Test
    void price_3_returnsBigDecimal() {
        assertEquals(new BigDecimal("37.50"), Values.price(new BigDecimal("12.50"), 3));
    }

    @Test
    void power_returnsBigInteger() {
        BigInteger number = new BigInteger("123456789012345678901234567890");

        BigInteger result = Values.power(number);

        assertEquals(
                new BigInteger("15241578753238836750495351562536198787501905199875019052100"),
                result);
    }

    @Test
    void id_returns1() {
        UUID id = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");

        assertEquals(1, Values.id(id));
    }

    @Test
    void host_returnsExampleOrg() {
        assertEquals("example.org", Values.host(URI.create("https://example.org:8080/a?b=c")));
    }

    @Test
    void matches_AAB_returnsTrue() {
        Pattern pattern = Pattern.compile("a+b", Pattern.CASE_INSENSITIVE);

        assertTrue(Values.matches(pattern, "AAB"));
    }

    @Test
    void language_returnsZhHantTW() {
        assertEquals("zh-Hant-TW", Values.language(Locale.forLanguageTag("zh-Hant-TW")));
    }

    @Test
    void orElse_returnsHere() {
        assertEquals("here", Values.orElse(Optional.of("here")));
    }

    @Test
    void orElse_returnsNothing() {
        assertEquals("nothing", Values.orElse(Optional.empty()));
    }

    @Test
    void next_returns42() {
        AtomicInteger counter = new AtomicInteger(41);

        int result = Values.next(counter);

        assertEquals(42, result);
        assertEquals(42, counter.get());
    }

    @Test
    void sum_returns6() {
        ByteArrayInputStream input = new ByteArrayInputStream(new byte[] {1, 2, 3});

        assertEquals(6, Values.sum(input));
    }
}
