package shapes.effects;

import java.util.List;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

/** Void methods, and side effects on arguments. */
class Scenario {
    static void run() {
        Counter counter = new Counter();
        counter.increment(3);
        List<String> words = new ArrayList<>(List.of("b", "a"));
        Sorter.sort(words);
        int[] numbers = {3, 1, 2};
        Sorter.reverse(numbers);
        StringBuilder text = new StringBuilder("x");
        Sorter.append(text, 2);
        Map<String, Integer> counts = new TreeMap<>();
        Sorter.count(counts, "tea");
    }
}

class Counter {
    private int value;

    public void increment(int by) {
        int next = value + by;
        value = next;
    }

    public int getValue() {
        return value;
    }
}

class Sorter {
    public static void sort(List<String> words) {
        words.sort(null);
    }

    public static void reverse(int[] numbers) {
        for (int i = 0, j = numbers.length - 1; i < j; i++, j--) {
            int number = numbers[i];
            numbers[i] = numbers[j];
            numbers[j] = number;
        }
    }

    public static void append(StringBuilder text, int number) {
        text.append(number).append('!');
    }

    public static void count(Map<String, Integer> counts, String word) {
        counts.merge(word, 1, Integer::sum);
    }
}
