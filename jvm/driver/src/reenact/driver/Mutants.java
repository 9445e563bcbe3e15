package reenact.driver;

import java.util.Collections;
import java.util.Optional;

/**
 * Small faults in instrumented code, of which a test is run with one at a time. Each has a number. The code calls the methods
 * below with values that decide what it does, and gets them back, or others if that fault is the one to be made.
 *
 * <p>Numbers that are asked for count as covered, so that a run without a fault tells which of them a test reaches.
 */
public final class Mutants {
    /** The fault that is made; no fault has the number 0. */
    private static int active;

    private Mutants() {}

    static void activate(int mutant) {
        active = mutant;
        Cover.limit(mutant != 0);
    }

    private static boolean isActive(int mutant) {
        Cover.hit(mutant);
        return active == mutant;
    }

    /** Whether a method without a result does nothing. */
    public static boolean isEmpty(int mutant) {
        return isActive(mutant);
    }

    // Operands of a condition. The outcome is the opposite, or, with the next number, another where both are equal.

    /** For comparisons with zero by {@code ==} and {@code !=}. */
    public static int zero(int value, int mutant) {
        return isActive(mutant) ? (value == 0 ? 1 : 0) : value;
    }

    /** For {@code < 0} and {@code >= 0}. */
    public static int negative(int value, int mutant) {
        if (isActive(mutant + 1)) {
            return value == 0 ? -1 : value;
        }
        return isActive(mutant) ? (value < 0 ? 0 : -1) : value;
    }

    /** For {@code > 0} and {@code <= 0}. */
    public static int positive(int value, int mutant) {
        if (isActive(mutant + 1)) {
            return value == 0 ? 1 : value;
        }
        return isActive(mutant) ? (value > 0 ? 0 : 1) : value;
    }

    /** The right operand of {@code ==} and {@code !=}. */
    public static int equal(int left, int right, int mutant) {
        return isActive(mutant) ? (left == right ? left + 1 : left) : right;
    }

    /** The right operand of {@code <} and {@code >=}. */
    public static int less(int left, int right, int mutant) {
        int above = left == Integer.MAX_VALUE ? left : left + 1;
        if (isActive(mutant + 1)) {
            return left == right ? above : right;
        }
        return isActive(mutant) ? (left < right ? left : above) : right;
    }

    /** The right operand of {@code >} and {@code <=}. */
    public static int greater(int left, int right, int mutant) {
        int below = left == Integer.MIN_VALUE ? left : left - 1;
        if (isActive(mutant + 1)) {
            return left == right ? below : right;
        }
        return isActive(mutant) ? (left > right ? left : below) : right;
    }

    /** The right operand of {@code ==} and {@code !=} of references. */
    public static Object same(Object left, Object right, int mutant) {
        return isActive(mutant) ? (left == right ? new Object() : left) : right;
    }

    /** For comparisons with null. */
    public static Object absent(Object value, int mutant) {
        return isActive(mutant) ? (value == null ? new Object() : null) : value;
    }

    // Results of a method.

    public static int returned(int value, int mutant) {
        return isActive(mutant) ? (value == 0 ? 1 : 0) : value;
    }

    public static long returned(long value, int mutant) {
        return isActive(mutant) ? (value == 0 ? 1 : 0) : value;
    }

    public static float returned(float value, int mutant) {
        return isActive(mutant) ? (value == 0 ? 1 : 0) : value;
    }

    public static double returned(double value, int mutant) {
        return isActive(mutant) ? (value == 0 ? 1 : 0) : value;
    }

    public static Object returned(Object value, int mutant) {
        return isActive(mutant) ? null : value;
    }

    public static Object returnedString(Object value, int mutant) {
        return isActive(mutant) ? ("".equals(value) ? null : "") : value;
    }

    public static Object returnedOptional(Object value, int mutant) {
        return isActive(mutant) ? Optional.empty() : value;
    }

    /** For lists, and what they extend. */
    public static Object returnedList(Object value, int mutant) {
        return isActive(mutant) ? Collections.emptyList() : value;
    }

    public static Object returnedSet(Object value, int mutant) {
        return isActive(mutant) ? Collections.emptySet() : value;
    }

    public static Object returnedMap(Object value, int mutant) {
        return isActive(mutant) ? Collections.emptyMap() : value;
    }

    // Results of arithmetic.

    public static int computed(int value, int mutant) {
        return isActive(mutant) ? value + 1 : value;
    }

    public static long computed(long value, int mutant) {
        return isActive(mutant) ? value + 1 : value;
    }

    public static float computed(float value, int mutant) {
        return isActive(mutant) ? value * 2 + 1 : value;
    }

    public static double computed(double value, int mutant) {
        return isActive(mutant) ? value * 2 + 1 : value;
    }

    /** A variable that was just increased. */
    public static int increased(int value, int by, int mutant) {
        return isActive(mutant) ? value - 2 * by : value;
    }
}
