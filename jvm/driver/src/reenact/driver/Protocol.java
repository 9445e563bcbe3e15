package reenact.driver;

/**
 * The numbers that both ends of the pipes have agreed on. The other end is {@code wire::driver}, in Rust, which
 * says what each frame holds.
 */
final class Protocol {
    static final int VERSION = 7;

    /** No frame is longer; a length beyond it means that the two ends have lost each other. */
    static final int MAX_FRAME = 256 << 20;

    // Commands.
    static final int SET_UP = 1;
    static final int COMPILE = 2;
    static final int DISCOVER = 3;
    static final int RUN = 4;
    static final int QUIT = 5;
    static final int ASK = 6;
    static final int INITIALIZE = 7;

    // Events.
    static final int HELLO = 1;
    static final int COMPILED = 2;
    static final int DISCOVERED = 3;
    static final int BLOCK_STARTED = 4;
    static final int TEST_STARTED = 5;
    static final int INVOCATION_ENDED = 6;
    static final int TEST_COMPLETE = 7;
    static final int CLASS_FAILED = 8;
    static final int BLOCK_ENDED = 9;
    static final int RUN_ENDED = 10;
    static final int TIMED_OUT = 11;
    static final int EXITING = 12;
    static final int REFUSED = 13;
    static final int ANSWERED = 14;

    // Loaders of a run.
    static final int KEPT = 0;
    static final int FRESH_PER_RUN = 1;
    static final int FRESH_PER_CLASS = 2;
    static final int FRESH_PER_TEST = 3;

    private Protocol() {}
}
