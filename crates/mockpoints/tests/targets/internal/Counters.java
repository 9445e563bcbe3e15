// A static counter: a method that returns it is a point, one that only counts is not.
package targets.internal.counters;

class Visits {
    private static int visits;
    private static int limit = 100;

    static void count() { // no point
        visits++;
    }

    static int visits() { // point: internal
        return visits;
    }

    static int limit() { // no point
        return limit;
    }

    public static void main(String[] arguments) { // no point
        count();
    }
}
