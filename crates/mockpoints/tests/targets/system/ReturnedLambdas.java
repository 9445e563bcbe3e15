// A function object that captured state is returned: its creator is the point, since its behaviour is decided there.
package targets.system.returnedlambdas;

import java.time.Instant;
import java.util.function.Predicate;

class Offers {
    Predicate<Instant> stillOpen() { // point: system
        Instant now = Instant.now();
        return end -> end.isAfter(now);
    }

    Predicate<Instant> openAt(Instant time) { // no point
        System.out.println("asked at " + Instant.now());
        return end -> end.isAfter(time);
    }
}
