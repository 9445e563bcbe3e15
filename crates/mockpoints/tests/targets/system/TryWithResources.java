// A timer as a resource: the code of the compiler around it branches on other things than the time.
package targets.system.trywithresources;

class Timed implements AutoCloseable {
    private final String what;
    private final long start = System.nanoTime();

    Timed(String what) {
        this.what = what;
    }

    String what() { // no point
        return what;
    }

    @Override
    public void close() { // no point
        System.out.println(what + " took " + (System.nanoTime() - start));
    }

    long elapsed() { // point: system
        return System.nanoTime() - start;
    }
}

class Imports {
    int load(int rows) { // no point
        try (Timed timed = new Timed("load")) {
            return rows + timed.what().length();
        }
    }
}
