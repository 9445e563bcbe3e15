// The generators of java.util.random.
package targets.system.splittablerandoms;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

class Noise {
    double sample() { // point: system
        return RandomGenerator.getDefault().nextGaussian();
    }

    int split() { // point: system
        SplittableRandom random = new SplittableRandom();
        return random.split().nextInt();
    }

    int repeatable(long seed) { // no point
        System.out.println(RandomGenerator.getDefault().nextGaussian());
        return new SplittableRandom(seed).nextInt();
    }
}
