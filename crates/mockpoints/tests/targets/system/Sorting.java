// An order that depends on the time.
package targets.system.sorting;

import java.util.Comparator;
import java.util.List;

class Appointments {
    List<Long> nearest(List<Long> times) { // point: system
        long now = System.currentTimeMillis();
        return times.stream().sorted(Comparator.comparingLong(time -> Math.abs(time - now))).toList();
    }

    List<Long> earliest(List<Long> times) { // no point
        System.out.println(System.currentTimeMillis());
        return times.stream().sorted(Comparator.comparingLong(time -> Math.abs(time))).toList();
    }
}
