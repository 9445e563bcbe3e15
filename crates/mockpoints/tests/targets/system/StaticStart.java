// Written once, when the class is loaded, with the time of that. It never changes, but it differs from run to run.
package targets.system.staticstart;

class Server {
    private static final long START = System.currentTimeMillis();
    private static final long LIMIT = 60_000;

    static long start() { // point: system
        return START;
    }

    static long limit() { // no point
        System.out.println(START);
        return LIMIT;
    }
}
