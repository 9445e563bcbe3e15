// Into an array and out of it. An array is followed as a whole.
package targets.system.arrays;

class Laps {
    long[] measure() { // point: system
        long[] laps = new long[2];
        laps[0] = System.nanoTime();
        return laps;
    }

    boolean isQuick() { // point: system
        long[] laps = {System.nanoTime(), System.nanoTime()};
        return laps[1] - laps[0] < 1_000_000;
    }

    long[] empty() { // no point
        long[] laps = new long[2];
        long[] spare = new long[2];
        spare[0] = System.nanoTime();
        System.out.println(spare[0]);
        return laps;
    }
}
