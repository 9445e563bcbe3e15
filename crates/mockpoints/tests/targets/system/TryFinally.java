// The code of `finally` is copied to every exit.
package targets.system.tryfinally;

class Transfers {
    private long lastEnd;

    void run(Runnable transfer) { // no point
        try {
            transfer.run();
        } finally {
            lastEnd = System.nanoTime();
        }
    }

    long lastEnd() { // point: system
        return lastEnd;
    }

    int count(Runnable transfer) { // no point
        long start = System.nanoTime();
        try {
            transfer.run();
            return 1;
        } finally {
            System.out.println("took " + (System.nanoTime() - start));
        }
    }
}
