package shapes.collaborators;

import java.util.List;
import java.util.function.IntSupplier;

/** Interfaces whose implementations a test cannot name: private, local, lambdas. */
class Scenario {
    static void run() throws Exception {
        Till till = new Till(new Fixed());
        till.total(List.of("tea", "milk"));
        till.total(List.of("tea"));
        try {
            till.total(List.of("gold"));
        } catch (NoPrice expected) {
            // It is what is recorded.
        }
        new Lottery(Dice.loaded()).draw();
        new Meter(() -> 42, unit("kWh")).name();
    }

    private static class Fixed implements Prices {
        @Override
        public int of(String item) throws NoPrice {
            if (item.equals("gold")) {
                throw new NoPrice(item);
            }
            return item.length();
        }
    }

    private static Unit unit(String name) {
        class Local implements Unit {
            public String symbol() {
                return name;
            }

            public String plural(int count) {
                return count == 1 ? name : name + "s";
            }
        }
        return new Local();
    }
}

interface Prices {
    int of(String item) throws NoPrice;
}

class NoPrice extends Exception {
    NoPrice(String item) {
        super("no price for " + item);
    }
}

class Till {
    private final Prices prices;

    Till(Prices prices) {
        this.prices = prices;
    }

    public int total(List<String> items) throws NoPrice {
        int total = 0;
        for (String item : items) {
            total += prices.of(item);
        }
        return total;
    }
}

/** The same question gets another answer every time. */
abstract class Dice {
    public abstract int roll();

    static Dice loaded() {
        return new Dice() {
            private int rolled = (int) (System.nanoTime() % 1);

            @Override
            public int roll() {
                rolled++;
                return rolled * 2;
            }
        };
    }
}

class Lottery {
    private final Dice dice;

    Lottery(Dice dice) {
        this.dice = dice;
    }

    public String draw() {
        return dice.roll() + "-" + dice.roll() + "-" + dice.roll();
    }
}

interface Unit {
    String symbol();

    String plural(int count);
}

/** Nobody reads the meter when only its name is asked for. */
class Meter {
    private final IntSupplier reading;
    private final Unit unit;

    Meter(IntSupplier reading, Unit unit) {
        this.reading = reading;
        this.unit = unit;
    }

    public String name() {
        return "Meter in " + unit.symbol();
    }

    public int reading() {
        return reading.getAsInt();
    }
}
