package dev.reenact.shop.inventory;

import java.util.Arrays;

/**
 * The demand for one article over the last five weeks, and a forecast from it.
 *
 * <p>Days are closed by the warehouse, not by the calendar: a branch that is shut has no day.
 */
public final class DemandHistory {

    public static final int DAYS = 35;

    private static final float SMOOTHING = 0.3f;

    private final int[] daily = new int[DAYS];
    private int today;
    private short closedDays;
    private float smoothed;

    /** Notes demand, whether or not it could be met. */
    public void add(int units) {
        daily[today] += units;
    }

    public void closeDay() {
        smoothed = closedDays == 0 ? daily[today] : SMOOTHING * daily[today] + (1 - SMOOTHING) * smoothed;
        if (closedDays < DAYS - 1) {
            closedDays++;
        }
        today = (today + 1) % DAYS;
        daily[today] = 0;
    }

    public int closedDays() {
        return closedDays;
    }

    /** The closed days, latest first. */
    public int[] recentDays(int count) {
        int[] recent = new int[Math.min(count, closedDays)];
        for (int i = 0; i < recent.length; i++) {
            recent[i] = daily[Math.floorMod(today - 1 - i, DAYS)];
        }
        return recent;
    }

    public double expectedPerDay() {
        return smoothed;
    }

    /** Standard deviation of the closed days, 0 where there are too few to tell. */
    public double deviation() {
        int[] days = recentDays(DAYS);
        if (days.length < 2) {
            return 0;
        }
        double mean = Arrays.stream(days).average().orElse(0);
        double squares = 0;
        for (int day : days) {
            squares += (day - mean) * (day - mean);
        }
        return Math.sqrt(squares / (days.length - 1));
    }

    /** The stock that covers the coming days, with a margin in multiples of the deviation. */
    public int targetStock(int coverDays, double margin) {
        return (int) Math.ceil(expectedPerDay() * coverDays + margin * deviation());
    }
}
