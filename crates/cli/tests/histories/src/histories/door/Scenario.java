package histories.door;

/** A state machine: some calls fail and leave something behind, one may be called from its package only. */
class Scenario {
    static void run() {
        Door door = new Door();
        door.close();
        door.lock(4711);
        for (int code = 1; code < 3; code++) {
            try {
                door.unlock(code);
            } catch (IllegalStateException expected) {
                continue;
            }
        }
        door.report("front");
        door.reset();
        door.report("front");
    }
}

class Door {
    private enum State { OPEN, CLOSED, LOCKED }

    private State state = State.OPEN;
    private int code;
    private int failures;

    public void close() {
        state = State.CLOSED;
    }

    public void lock(int code) {
        if (state != State.CLOSED) {
            throw new IllegalStateException("close it first");
        }
        this.code = code * 31;
        state = State.LOCKED;
    }

    public void unlock(int code) {
        if (this.code != code * 31) {
            failures++;
            throw new IllegalStateException("wrong code");
        }
        state = State.CLOSED;
    }

    void reset() {
        failures = 0;
    }

    public String report(String name) {
        return name + " is " + state.name().toLowerCase() + ", " + failures + " failures";
    }
}
