// A cache behind a monitor, and one that computes what is missing.
package targets.internal.synchronizedcaches;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class Translations {
    private static final Map<String, String> WORDS = new HashMap<>();
    private static final Map<String, Integer> LENGTHS = new ConcurrentHashMap<>();
    private static final Map<String, String> FIXED = new ConcurrentHashMap<>(Map.of("yes", "ja"));

    static String translate(String word) { // point: internal
        synchronized (WORDS) {
            String known = WORDS.get(word);
            if (known == null) {
                known = word + "!";
                WORDS.put(word, known);
            }
            return known;
        }
    }

    static int length(String word) { // point: internal
        return LENGTHS.computeIfAbsent(word, String::length);
    }

    static String fixed(String word) { // no point
        synchronized (FIXED) {
            return FIXED.get(word);
        }
    }

    public static void main(String[] arguments) { // no point
        System.out.println(translate("no") + length("no"));
    }
}
