// A static counter: who returns it is a point, who only counts is none.
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
