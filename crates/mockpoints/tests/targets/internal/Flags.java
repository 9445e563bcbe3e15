// A volatile flag decides a branch.
package targets.internal.flags;

class Maintenance {
    private static volatile boolean down;
    private static volatile boolean verbose;

    static void setDown(boolean value) { // no point
        down = value;
    }

    static void serve(Runnable request) { // point: internal
        if (!down) {
            request.run();
        }
    }

    static void serveAlways(Runnable request) { // no point
        if (!verbose) {
            request.run();
        }
    }

    public static void main(String[] arguments) { // no point
        setDown(true);
    }
}
