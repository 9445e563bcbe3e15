package reenact.driver;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The program that compiles and runs tests in the subject's JVM, on command: {@code Main COMMANDS EVENTS}, two named
 * pipes. It knows JUnit and the compiler, and leaves every decision to the other end.
 */
public final class Main {
    /** Exit code when the other end is gone. */
    static final int NOBODY_LISTENS = 4;

    /** The prefix of the names of the driver's own threads. */
    static final String THREADS = "reenact-";

    private static final int TIME_TO_QUIT_MILLIS = 2000;

    private final Channel channel;
    private final BlockingQueue<FrameReader> commands = new LinkedBlockingQueue<>();
    private final Surroundings surroundings;
    private final Compiler compiler = new Compiler();
    private Loaders loaders = new Loaders(Collections.<String>emptyList(), Collections.<String>emptyList());

    private Main(Channel channel) {
        this.channel = channel;
        Capture.install();
        surroundings = new Surroundings();
        ExitNotice.install(channel);
    }

    public static void main(String[] args) throws Exception {
        Main main = new Main(new Channel(args[0], args[1]));
        FrameWriter hello = new FrameWriter(Protocol.HELLO).number(Protocol.VERSION);
        hello.text(System.getProperty("java.version")).flag(main.compiler.isThere());
        main.channel.send(hello.number(System.currentTimeMillis()));
        Thread reader = new Thread(main::read, THREADS + "commands");
        reader.setDaemon(true);
        reader.start();
        while (true) {
            main.obey(main.commands.take());
        }
    }

    /** Reads commands whatever the tests do, so that this JVM never outlives the other end. */
    private void read() {
        try {
            FrameReader command;
            while ((command = channel.next()) != null) {
                boolean isLast = command.kind() == Protocol.QUIT;
                commands.add(command);
                if (isLast) {
                    // A JVM that ends waits 300 ms for threads that are in native code, as this one is when it reads.
                    return;
                }
            }
        } catch (IOException brokenPipe) {
            // As good as closed.
        }
        Runtime.getRuntime().halt(NOBODY_LISTENS);
    }

    private void obey(FrameReader command) {
        try {
            int kind = command.number();
            switch (kind) {
                case Protocol.SET_UP:
                    loaders = new Loaders(command.texts(), command.texts());
                    command.end();
                    break;
                case Protocol.COMPILE:
                    channel.send(compiler.compile(command));
                    break;
                case Protocol.DISCOVER:
                    channel.send(Discovery.discover(command, loaders));
                    surroundings.restore();
                    break;
                case Protocol.RUN:
                    new Run(command, channel, loaders, surroundings).execute();
                    channel.send(new FrameWriter(Protocol.RUN_ENDED));
                    break;
                case Protocol.ASK:
                    byte[] request = command.bytes();
                    command.end();
                    channel.send(new FrameWriter(Protocol.ANSWERED).flag(false).number(0).bytes(Agent.ask(request)));
                    break;
                case Protocol.INITIALIZE:
                    initialize(command.texts());
                    command.end();
                    channel.send(new FrameWriter(Protocol.RUN_ENDED));
                    break;
                case Protocol.QUIT:
                    quit();
                    break;
                default:
                    throw new IOException("unknown command " + kind + "; driver and command are of different versions");
            }
        } catch (Throwable failed) {
            channel.send(refusal(Failure.of(failed).trace));
        }
    }

    /** Runs the initializers of classes; those that fail, fail. */
    private void initialize(List<String> names) throws IOException {
        ClassLoader loader = loaders.kept(Collections.<String>emptyList());
        Thread.currentThread().setContextClassLoader(loader);
        for (String name : names) {
            try {
                Class.forName(name, true, loader);
            } catch (Throwable ofTheSubject) {
                // Whoever uses the class will see it.
            }
        }
    }

    /** In order, so that agents and shutdown hooks can finish their work; but hooks of the subject may hang. */
    private static void quit() {
        Thread impatience = new Thread(() -> {
            try {
                Thread.sleep(TIME_TO_QUIT_MILLIS);
            } catch (InterruptedException now) {
                // Then at once.
            }
            Runtime.getRuntime().halt(0);
        }, THREADS + "quit");
        impatience.setDaemon(true);
        impatience.start();
        System.exit(0);
    }

    static FrameWriter refusal(String reason) {
        return new FrameWriter(Protocol.REFUSED).text(Failure.bounded(reason));
    }

    /** Waits for a thread, however often this one is interrupted. */
    static void join(Thread thread) {
        while (true) {
            try {
                thread.join();
                return;
            } catch (InterruptedException ofNoConcern) {
                // Tests may interrupt any thread.
            }
        }
    }
}
