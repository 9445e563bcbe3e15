// How much memory there is.
package targets.system.memory;

class Buffers {
    int size(int wanted) { // point: system
        if (Runtime.getRuntime().freeMemory() < 1_000_000) {
            return wanted / 2;
        }
        return wanted;
    }

    int sizeWithin(int wanted, int limit) { // no point
        System.out.println("free: " + Runtime.getRuntime().freeMemory());
        if (limit < wanted) {
            return limit;
        }
        return wanted;
    }
}
