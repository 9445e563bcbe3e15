// The monitor, and the handler that releases it, neither add nor hide anything.
package targets.system.synchronizedblocks;

class Sequence {
    private final Object lock = new Object();
    private int count;

    String next() { // point: system
        synchronized (lock) {
            return System.nanoTime() + "-" + count;
        }
    }

    int advance() { // no point
        synchronized (lock) {
            System.out.println(System.nanoTime());
            return ++count;
        }
    }

    synchronized long stamp() { // point: system
        return System.nanoTime();
    }
}
