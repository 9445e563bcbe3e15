// How often a loop runs is decided by the clock.
package targets.system.loopconditions;

class Spinner {
    int spin(long nanos) { // point: system
        int turns = 0;
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            turns++;
        }
        return turns;
    }

    int count(int limit) { // no point
        int turns = 0;
        long last = 0;
        while (turns < limit) {
            last = System.nanoTime();
            turns++;
        }
        System.out.println(last);
        return turns;
    }
}
