package reenact.driver;

import java.util.Map;

/**
 * Reports to the other end who has called {@code System.exit}. That the JVM is gone it sees by itself; the place in the
 * code is what a person needs.
 */
final class ExitNotice extends Thread {
    private final Channel channel;

    private ExitNotice(Channel channel) {
        super(Main.THREADS + "exit");
        this.channel = channel;
    }

    static void install(Channel channel) {
        Runtime.getRuntime().addShutdownHook(new ExitNotice(channel));
    }

    @Override
    public void run() {
        String stack = "";
        for (Map.Entry<Thread, StackTraceElement[]> entry : getAllStackTraces().entrySet()) {
            for (StackTraceElement frame : entry.getValue()) {
                boolean exits = frame.getMethodName().equals("exit");
                if (exits && frame.getClassName().equals("java.lang.Runtime")) {
                    stack = "\"" + entry.getKey().getName() + "\"\n" + Failure.trace(entry.getValue());
                }
            }
        }
        FrameWriter frame = new FrameWriter(Protocol.EXITING).text(Failure.bounded(stack));
        channel.send(frame.text(Capture.OUT.take()).text(Capture.ERR.take()));
    }
}
