package reenact.driver;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Two named pipes: commands come in, events go out.
 *
 * <p>Standard input and output stay the subject's, so that nothing it prints, and nothing that the JVM itself or
 * native code prints, can get between two frames. Plain file streams and not channels: those close when the thread
 * that writes is interrupted, and tests interrupt.
 */
final class Channel {
    private final DataInputStream commands;
    private final OutputStream events;

    Channel(String commands, String events) throws IOException {
        this.commands = new DataInputStream(new BufferedInputStream(new FileInputStream(commands), 1 << 16));
        this.events = new FileOutputStream(events);
    }

    /** The next command, or null if there will be none. */
    FrameReader next() throws IOException {
        int length;
        try {
            length = commands.readInt();
        } catch (EOFException atEnd) {
            return null;
        }
        if (length < 0 || length > Protocol.MAX_FRAME) {
            throw new IOException("a frame of " + length + " bytes; driver and command are of different versions");
        }
        byte[] bytes = new byte[length];
        commands.readFully(bytes);
        return new FrameReader(bytes);
    }

    /** Sends an event, so that it is in the pipe when this returns: what comes next may end the JVM. */
    synchronized void send(FrameWriter frame) {
        try {
            events.write(frame.framed());
        } catch (IOException otherEndIsGone) {
            Runtime.getRuntime().halt(Main.NOBODY_LISTENS);
        }
    }
}
