// A generator in a field of a plain object.
package targets.system.randomfields;

import java.util.Random;

class Jitter {
    private final Random random = new Random();
    private final int base;

    Jitter(int base) {
        this.base = base;
    }

    int delay() { // point: system
        return base + random.nextInt(100);
    }

    int base() { // no point
        System.out.println(random.nextInt(100));
        return base;
    }
}
