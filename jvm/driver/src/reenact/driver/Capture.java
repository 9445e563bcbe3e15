package reenact.driver;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * The output of tests: its beginning and its end, and how much is missing between them.
 *
 * <p>The print streams that a test finds in {@code System.out} may be closed, replaced or kept beyond the test. They
 * all end here, and nothing that is done to them reaches the pipes.
 */
final class Capture extends OutputStream {
    private static final int HALF = 16 << 10;

    static final Capture OUT = new Capture();
    static final Capture ERR = new Capture();

    private final byte[] head = new byte[HALF];
    private final byte[] tail = new byte[HALF];
    private long total;

    private Capture() {}

    /** Gives the subject new streams. */
    static void install() {
        System.setOut(new PrintStream(OUT, true));
        System.setErr(new PrintStream(ERR, true));
    }

    @Override
    public synchronized void write(int value) {
        if (total < HALF) {
            head[(int) total] = (byte) value;
        } else {
            tail[(int) ((total - HALF) % HALF)] = (byte) value;
        }
        total++;
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        int at = from;
        int end = from + length;
        if (total < HALF) {
            int taken = (int) Math.min(HALF - total, length);
            System.arraycopy(bytes, at, head, (int) total, taken);
            at += taken;
            total += taken;
        }
        // Of a piece longer than the tail only its end can survive.
        int skipped = Math.max(end - at - HALF, 0);
        at += skipped;
        total += skipped;
        while (at < end) {
            int place = (int) ((total - HALF) % HALF);
            int taken = Math.min(end - at, HALF - place);
            System.arraycopy(bytes, at, tail, place, taken);
            at += taken;
            total += taken;
        }
    }

    /** Returns the output since the last call. */
    synchronized String take() {
        // The streams encode with the default charset, whatever the subject has set it to.
        Charset charset = Charset.defaultCharset();
        String text = new String(head, 0, (int) Math.min(total, HALF), charset);
        if (total > HALF) {
            long inTail = Math.min(total - HALF, HALF);
            byte[] end = new byte[(int) inTail];
            int start = inTail < HALF ? 0 : (int) ((total - HALF) % HALF);
            for (int i = 0; i < end.length; i++) {
                end[i] = tail[(start + i) % HALF];
            }
            long missing = total - HALF - inTail;
            if (missing == 0) {
                // A character may lie across the seam.
                byte[] all = Arrays.copyOf(head, HALF + end.length);
                System.arraycopy(end, 0, all, HALF, end.length);
                text = new String(all, charset);
            } else {
                text += "\n[" + missing + " bytes left out]\n" + new String(end, charset);
            }
        }
        total = 0;
        return text;
    }
}
