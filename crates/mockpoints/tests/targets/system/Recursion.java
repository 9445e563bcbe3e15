// The time goes down a recursion as an argument, and comes back as its result.
package targets.system.recursion;

class Schedule {
    long next(long period) { // point: system
        return after(period, 0, System.currentTimeMillis());
    }

    long nextAfter(long period, long time) { // no point
        System.out.println(System.currentTimeMillis());
        return after(period, 0, time);
    }

    private long after(long period, long candidate, long time) { // no point
        if (candidate > time) {
            return candidate;
        }
        return after(period, candidate + period, time);
    }
}
