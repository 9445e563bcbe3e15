package dev.reenact.shop.order;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Hands out order numbers such as {@code 260314-7KQ3ZDMW-F}: the day, a random part that tells
 * nothing of how many orders there are, and a check character.
 */
public final class OrderNumbers {

    /** Without 0, 1, I, L and O, which are misread; that their number is prime is what the check relies on. */
    private static final String ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuMMdd");
    private static final int RANDOM_CHARACTERS = 8;
    private static final int DAY_CHARACTERS = 6;
    private static final int LENGTH = DAY_CHARACTERS + 1 + RANDOM_CHARACTERS + 1 + 1;
    private static final Pattern FORMAT = Pattern.compile("\\d{6}-[2-9A-HJKMNP-Z]{8}-[2-9A-HJKMNP-Z]");

    private final Clock clock;
    private final RandomGenerator random;

    public OrderNumbers(Clock clock) {
        this(clock, new SecureRandom());
    }

    OrderNumbers(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    public String next() {
        StringBuilder number = new StringBuilder(LENGTH);
        number.append(DAY.format(LocalDate.now(clock))).append('-');
        for (int i = 0; i < RANDOM_CHARACTERS; i++) {
            number.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return number.append('-').append(checkCharacter(number)).toString();
    }

    /** Whether the number could be one of ours; finds a mistyped character and two swapped ones. */
    public static boolean isWellFormed(String number) {
        return FORMAT.matcher(number).matches()
                && number.charAt(LENGTH - 1) == checkCharacter(number.subSequence(0, LENGTH - 2));
    }

    /** Weighs each character by its place, modulo the size of the alphabet. */
    private static char checkCharacter(CharSequence text) {
        int sum = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '-') {
                int value = i < DAY_CHARACTERS ? Character.digit(c, 10) : ALPHABET.indexOf(c);
                sum += (i + 1) * value;
            }
        }
        return ALPHABET.charAt(sum % ALPHABET.length());
    }
}
