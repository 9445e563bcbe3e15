// Into a list and out of it.
package targets.system.lists;

import java.util.ArrayList;
import java.util.List;

class History {
    List<Long> record(int count) { // point: system
        List<Long> stamps = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            stamps.add(System.currentTimeMillis());
        }
        return stamps;
    }

    int numbers(int count) { // no point
        List<Integer> numbers = new ArrayList<>();
        List<Long> stamps = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            numbers.add(index);
            stamps.add(System.currentTimeMillis());
        }
        System.out.println(stamps);
        return numbers.size();
    }
}
