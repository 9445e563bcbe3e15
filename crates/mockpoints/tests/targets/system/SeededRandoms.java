// Random numbers with a given seed are not random.
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

class Dice {
    private final Random fair;
    private final Random loaded = new Random(42);
    private Random mixed;

    Dice(long seed, Random mixed) {
        this.fair = new Random(seed);
        this.mixed = mixed;
    }

    int fair() { // no point
        return fair.nextInt(6);
    }

    int loaded() { // no point
        return loaded.nextInt(6);
    }

    int mixed() { // point: system
        return mixed.nextInt(6);
    }

    void settle() { // no point
        mixed = new Random(1);
    }
}

class Clocked {
    private final Random random = new Random(System.nanoTime());

    int draw() { // point: system
        return random.nextInt(6);
    }
}

class Shared {
    private static final Random RANDOM = new Random(7);

    static int draw() { // point: internal
        return RANDOM.nextInt(6);
    }

    public static void main(String[] arguments) { // no point
        draw();
    }
}
