// Worked with, and thrown away.
package targets.system.discarded;

class Warmup {
    int run(int rounds) { // no point
        long waste = 0;
        for (int round = 0; round < rounds; round++) {
            waste += System.nanoTime() * 31 + Double.hashCode(Math.random());
            new StringBuilder().append(waste).toString().trim();
        }
        return rounds;
    }

    long measured(int rounds) { // point: system
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            sum += System.nanoTime() * 31;
        }
        return sum;
    }
}
