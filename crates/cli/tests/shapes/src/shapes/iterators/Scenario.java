package shapes.iterators;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.Vector;

/** Results that can be iterated only once. */
class Scenario {
    static void run() {
        Names names = new Names(Arrays.asList("Ada", "Alan", "Grace"));
        names.from(1);
        names.from(3);
        names.sorted();
        names.fixed();
        names.enumerated();
        names.lengths();
        names.generated();
    }
}

class Names {
    private final List<String> names;

    Names(List<String> names) {
        this.names = new ArrayList<>(names);
    }

    public Iterator<String> from(int start) {
        Iterator<String> all = names.iterator();
        for (int at = 0; at < start; at++) {
            all.next();
        }
        return all;
    }

    public Iterator<String> sorted() {
        TreeMap<String, Integer> sorted = new TreeMap<>(Collections.reverseOrder());
        names.forEach(name -> sorted.put(name, name.length()));
        return sorted.keySet().iterator();
    }

    public Iterator<String> fixed() {
        return Collections.unmodifiableList(names).iterator();
    }

    public Enumeration<String> enumerated() {
        return new Vector<>(names).elements();
    }

    public Iterator<Integer> lengths() {
        List<Integer> lengths = new ArrayList<>();
        names.forEach(name -> lengths.add(name.length()));
        return lengths.iterator();
    }

    /** Nothing is known of the elements before they are asked for. */
    public Iterator<Integer> generated() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < names.size();
            }

            @Override
            public Integer next() {
                return names.get(next++).length();
            }
        };
    }
}
