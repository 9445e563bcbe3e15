package reenact.driver;

/**
 * The blocks of code that were run since the last question. Classes that are instrumented for it call {@link #hit};
 * without any of them this costs nothing.
 */
public final class Cover {
    /** Numbers of blocks are below this; the other end assigns none beyond it. */
    private static final int BLOCKS = 1 << 20;

    /** Blocks that code with a fault may run: many faults make a loop endless. */
    private static final long LIMIT = 1_000_000;

    private static volatile boolean isUsed;
    /** Blocks that may still be run. Threads may count past each other, which does no harm. */
    private static long left = Long.MAX_VALUE;

    private Cover() {}

    /** Called from instrumented code, on any thread. */
    public static void hit(int block) {
        Hits.ALL[block] = true;
        if (!isUsed) {
            isUsed = true;
        }
        if (--left < 0) {
            throw new Endless();
        }
    }

    /** Whether the code that runs from now on may not run more than a number of blocks. */
    static void limit(boolean isLimited) {
        left = isLimited ? LIMIT : Long.MAX_VALUE;
    }

    /** Appends the numbers of the blocks, how many and then each as the distance from the one before; and forgets them. */
    static FrameWriter take(FrameWriter frame) {
        if (!isUsed) {
            return frame.number(0);
        }
        isUsed = false;
        boolean[] hits = Hits.ALL;
        int count = 0;
        for (boolean hit : hits) {
            count += hit ? 1 : 0;
        }
        frame.number(count);
        int last = 0;
        // Another thread may still run: not more than was promised.
        for (int block = 0; block < hits.length && count > 0; block++) {
            if (hits[block]) {
                frame.number(block - last);
                last = block;
                hits[block] = false;
                count--;
            }
        }
        return frame;
    }

    /** Loaded only if it is needed. */
    private static final class Hits {
        static final boolean[] ALL = new boolean[BLOCKS];
    }

    /** Thrown where code with a fault does not seem to end. */
    private static final class Endless extends Error {
        private static final long serialVersionUID = 1;

        Endless() {
            super("the code with a fault does not end", null, false, false);
        }
    }
}
