// State needs three rounds of the loop until it is in the returned variable: a fixed point has to be reached.
package targets.system.loopcarried;

class Smoothing {
    long smooth(int rounds) { // point: system
        long oldest = 0;
        long older = 0;
        long newest = 0;
        for (int round = 0; round < rounds; round++) {
            oldest = older;
            older = newest;
            newest = System.currentTimeMillis();
        }
        return oldest;
    }

    long steady(int rounds) { // no point
        long oldest = 0;
        long older = 0;
        long newest = 0;
        for (int round = 0; round < rounds; round++) {
            oldest = older;
            older = round;
            newest = System.currentTimeMillis();
        }
        System.out.println(newest);
        return oldest;
    }
}
