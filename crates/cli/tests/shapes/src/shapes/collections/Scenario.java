package shapes.collections;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Nulls in lists, orders of maps, wrappers and views. */
class Scenario {
    static void run() {
        Baskets.count(new ArrayList<>(Arrays.asList("a", null, "b")));
        Map<String, Integer> order = new LinkedHashMap<>();
        order.put("zebra", 1);
        order.put("ant", 2);
        Baskets.first(order);
        Baskets.first(new TreeMap<>(order));
        Baskets.count(Collections.unmodifiableList(new ArrayList<>(List.of("x"))));
        Baskets.count(Collections.synchronizedList(new ArrayList<>(List.of("x", "y"))));
        Baskets.count(Arrays.asList("p", "q"));
        Baskets.count(Collections.emptyList());
        Baskets.count(List.of("1", "2", "3"));
        Deque<Integer> deque = new ArrayDeque<>(List.of(4, 5, 6));
        Baskets.last(deque);
        BitSet bits = new BitSet();
        bits.set(1);
        bits.set(64);
        Baskets.bits(bits);
        Baskets.both(new HashSet<>(List.of("left", "right")));
    }
}

class Baskets {
    public static int count(List<String> words) {
        int count = 0;
        for (String word : words) {
            count += word == null ? 0 : 1;
        }
        return count;
    }

    public static String first(Map<String, Integer> map) {
        return map.keySet().iterator().next();
    }

    public static int last(Deque<Integer> deque) {
        return deque.peekLast();
    }

    public static int bits(BitSet bits) {
        return bits.length() + bits.cardinality();
    }

    public static boolean both(Set<String> words) {
        return words.contains("left") && words.contains("right");
    }
}
