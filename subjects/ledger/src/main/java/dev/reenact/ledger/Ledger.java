package dev.reenact.ledger;

import java.util.ArrayList;
import java.util.List;

/** The entries of a year. */
public final class Ledger {
    private static int year;
    private final List<Integer> amounts = new ArrayList<>();

    /** Opens a year; entries are booked in the year that is open. */
    public static void open(int newYear) {
        year = newYear;
    }

    public static int year() {
        return year;
    }

    public void book(String currency, int units) {
        if (year == 0) {
            throw new IllegalStateException("no year is open");
        }
        amounts.add(units * Rates.cents(currency));
    }

    public int balance() {
        return amounts.stream().mapToInt(Integer::intValue).sum();
    }
}
