// Chance with a seed that is given is no chance.
package targets.system.seededrandoms;

import java.util.Random;

class Simulation {
    double free() { // point: system
        return new Random().nextDouble();
    }

    double timed() { // point: system
        return new Random(System.nanoTime()).nextDouble();
    }

    double seeded(long seed) { // no point
        System.out.println(new Random().nextDouble());
        return new Random(seed).nextDouble();
    }
}
