// Changed through a view, read through another.
package targets.internal.mapviews;

import java.util.Map;
import java.util.TreeMap;

class Stock {
    private static final Map<String, Integer> AMOUNTS = new TreeMap<>(Map.of("tea", 3));
    private static final Map<String, Integer> SHELVES = new TreeMap<>(Map.of("tea", 1));

    static void forget(String item) { // no point
        AMOUNTS.keySet().remove(item);
    }

    static int total() { // point: internal
        int total = 0;
        for (int amount : AMOUNTS.values()) {
            total += amount;
        }
        return total;
    }

    static int shelves() { // no point
        int shelves = 0;
        for (int shelf : SHELVES.values()) {
            shelves += shelf;
        }
        return shelves;
    }

    public static void main(String[] arguments) { // no point
        forget("tea");
    }
}
