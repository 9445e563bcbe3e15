// Shifted, masked and negated, it is still state.
package targets.system.bitoperations;

class Snowflake {
    private final long worker;

    Snowflake(long worker) {
        this.worker = worker;
    }

    long id(int sequence) { // point: system
        return ((System.currentTimeMillis() & 0x1FFFFFFFFFFL) << 22) | (worker << 12) | ~sequence;
    }

    long base(int sequence) { // no point
        long time = (System.currentTimeMillis() & 0x1FFFFFFFFFFL) << 22;
        System.out.println(Long.toHexString(time));
        return (worker << 12) | ~sequence;
    }
}
