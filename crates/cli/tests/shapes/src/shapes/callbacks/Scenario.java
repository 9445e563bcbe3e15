package shapes.callbacks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lambdas that calls are given: what they answered is recorded with the call. */
class Scenario {
    static void run() {
        new Caller(3).call();
    }
}

/** Has the lambdas, which capture values and its own state. */
class Caller {
    private final int bonus;

    Caller(int bonus) {
        this.bonus = bonus;
    }

    void call() {
        int more = 4;
        Ledger.total(List.of(1, 2), number -> number + bonus + more);
        Ledger.both(number -> number * more, number -> number - more, 5);
        Ledger.label("x", (text, times) -> text.repeat(times) + bonus);
        Ledger.first(() -> "made by " + bonus);
        Ledger.checked(number -> {
            if (number > bonus) {
                throw new IllegalArgumentException("more than " + bonus);
            }
            return number;
        }, 9);
        Ledger ledger = new Ledger((left, right) -> right.length() - left.length());
        ledger.longest(List.of("a", "ccc", "bb"));
        // Outside of a recorded call nothing is recorded.
        Function<Integer, Integer> alone = number -> number + more;
        alone.apply(bonus);
    }
}

interface Formatter {
    String format(String text, int times);
}

class Ledger {
    private final Comparator<String> order;

    Ledger(Comparator<String> order) {
        this.order = order;
    }

    public static int total(List<Integer> numbers, Function<Integer, Integer> price) {
        int total = 0;
        for (int number : numbers) {
            total += price.apply(number);
        }
        return total;
    }

    public static int both(Function<Integer, Integer> first, Function<Integer, Integer> second, int number) {
        return first.apply(number) * 100 + second.apply(number);
    }

    public static String label(String text, Formatter formatter) {
        return "[" + formatter.format(text, 2) + formatter.format(text, 3) + "]";
    }

    public static int first(Supplier<String> supplier) {
        return supplier.get().length();
    }

    public static String checked(Function<Integer, Integer> check, int number) {
        try {
            return "ok " + check.apply(number);
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    public String longest(List<String> texts) {
        List<String> sorted = new ArrayList<>(texts);
        sorted.sort(order);
        return sorted.get(0);
    }
}
