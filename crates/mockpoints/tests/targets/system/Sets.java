// Whether a set has the number that was drawn decides a branch.
package targets.system.sets;

import java.util.Random;
import java.util.Set;

class Seats {
    String assign(Set<Integer> taken) { // point: system
        int seat = new Random().nextInt(50);
        if (taken.contains(seat)) {
            return "stand";
        }
        return "sit";
    }

    String check(Set<Integer> taken, int seat) { // no point
        int lucky = new Random().nextInt(50);
        System.out.println(taken.contains(lucky));
        if (taken.contains(seat)) {
            return "stand";
        }
        return "sit";
    }
}
