// The source is called in a lambda's body; the method around it is the nearest that can be intercepted.
package targets.system.sourcesinlambdas;

import java.util.List;
import java.util.Optional;

class Nicknames {
    String of(Optional<String> chosen) { // point: system
        return chosen.orElseGet(() -> "guest-" + System.nanoTime());
    }

    int greet(List<String> names) { // no point
        names.forEach(name -> System.out.println(name + " greeted at " + System.nanoTime()));
        return names.size();
    }
}
