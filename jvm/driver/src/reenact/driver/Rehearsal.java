package reenact.driver;

import java.util.Arrays;
import java.util.Collections;

/**
 * Runs tests that do nothing, so that the JVM has loaded what every run of tests loads. Started in a JVM that archives
 * its classes when it ends; JVMs that use the archive come up in half of the time.
 */
final class Rehearsal {
    private static final int LENGTH_OF_HEADER = 4;

    private Rehearsal() {}

    public static void main(String[] args) throws Exception {
        Capture.install();
        Channel discarding = new Channel("/dev/null", "/dev/null");
        Loaders loaders = new Loaders(Collections.<String>emptyList(), Collections.<String>emptyList());
        Surroundings surroundings = new Surroundings();
        for (int loading : new int[] {Protocol.KEPT, Protocol.FRESH_PER_CLASS}) {
            for (String method : new String[] {"jupiter", "junit4"}) {
                // A command as it comes through the pipe, with what it begins with in the place of the kind.
                FrameWriter command = new FrameWriter(loading).number(60_000).number(0).number(0);
                // One test: its index, no fault, no method to record, no requests.
                command.number(1).number(0).number(0).text("").number(0);
                command.text("reenact.driver.junit.RehearsedTest").text(method).flag(false);
                byte[] frame = command.framed();
                FrameReader read = new FrameReader(Arrays.copyOfRange(frame, LENGTH_OF_HEADER, frame.length));
                new Run(read, discarding, loaders, surroundings).execute();
            }
        }
    }
}
