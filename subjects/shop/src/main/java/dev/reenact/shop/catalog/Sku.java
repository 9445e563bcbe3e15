package dev.reenact.shop.catalog;

import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/** The number of an article, such as {@code AUD-1001}: three letters for the buyer's desk, then four digits. */
public record Sku(String value) implements Comparable<Sku> {

    private static final Pattern FORMAT = Pattern.compile("[A-Z]{3}-\\d{4}");

    public Sku {
        Objects.requireNonNull(value, "value");
        value = value.strip().toUpperCase(Locale.ROOT);
        if (!FORMAT.matcher(value).matches()) {
            throw new IllegalArgumentException("not an article number: '" + value + "'");
        }
    }

    public static Sku of(String value) {
        return new Sku(value);
    }

    /** The buyer's desk that the article belongs to. */
    public String desk() {
        return value.substring(0, 3);
    }

    public int serial() {
        return Integer.parseInt(value, 4, value.length(), 10);
    }

    @Override
    public int compareTo(Sku other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
