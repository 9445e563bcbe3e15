// A helper puts the state into a collection or an array that its caller gave it and then returns.
package targets.system.outparameters;

import java.util.ArrayList;
import java.util.List;

class Collecting {
    private static void fill(List<Long> target, long value) { // no point
        target.add(value);
    }

    List<Long> collect() { // point: system
        List<Long> times = new ArrayList<>();
        fill(times, System.currentTimeMillis());
        return times;
    }

    List<Long> constant() { // no point
        List<Long> times = new ArrayList<>();
        List<Long> others = new ArrayList<>();
        fill(others, System.currentTimeMillis());
        fill(times, 0);
        System.out.println(others);
        return times;
    }
}
