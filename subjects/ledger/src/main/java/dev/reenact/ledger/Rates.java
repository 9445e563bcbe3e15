package dev.reenact.ledger;

import java.util.HashMap;
import java.util.Map;

/** Exchange rates of the day, which the whole program shares. */
public final class Rates {
    private static final Map<String, Integer> OVERRIDES = new HashMap<>();

    private Rates() {}

    /** Returns what one unit of a currency is worth in cents. */
    public static int cents(String currency) {
        return OVERRIDES.getOrDefault(currency, 100);
    }

    /** Uses another rate from now on. */
    public static void override(String currency, int cents) {
        OVERRIDES.put(currency, cents);
    }

    /** Uses the rates of the day again. */
    public static void clearOverrides() {
        OVERRIDES.clear();
    }
}
