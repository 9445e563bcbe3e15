// A condition on what leaves a collection does not come into it; an element that is drawn by chance does.
package targets.system.sweeping;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class Lots {
    private final List<Integer> open = new ArrayList<>();

    void sweep(Instant start) { // point: system
        Instant now = Instant.now();
        open.removeIf(days -> start.plusSeconds(days).isBefore(now));
    }

    int first() { // no point
        return open.get(0);
    }
}

class Draws {
    private final List<Integer> drawn = new ArrayList<>();

    void draw() { // no point
        drawn.add(new Random().nextInt());
    }

    int first() { // point: system
        return drawn.get(0);
    }
}
