// The same containers as locals and as fields of plain objects are not shared.
package targets.internal.localcontainers;

import java.util.HashMap;
import java.util.Map;

class Histogram {
    private static final Map<String, Integer> ALL = new HashMap<>();
    private final Map<String, Integer> mine = new HashMap<>();

    int local(String[] words) { // no point
        Map<String, Integer> counts = new HashMap<>();
        for (String word : words) {
            counts.merge(word, 1, Integer::sum);
        }
        return counts.size();
    }

    int add(String word) { // no point
        return mine.merge(word, 1, Integer::sum);
    }

    int addToAll(String word) { // point: internal
        return ALL.merge(word, 1, Integer::sum);
    }

    public static void main(String[] arguments) { // no point
        System.out.println(new Histogram().add("tea") + new Histogram().addToAll("tea"));
    }
}
