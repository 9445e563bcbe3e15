// The nearest method is the implementation that asks the system; the others, and their callers, are not.
package targets.system.overriding;

interface Ticker {
    long read();
}

class SystemTicker implements Ticker {
    @Override
    public long read() { // point: system
        return System.nanoTime();
    }
}

class ManualTicker implements Ticker {
    private long time;

    @Override
    public long read() { // no point
        return time++;
    }
}

class Limiter {
    private final Ticker ticker;

    Limiter(Ticker ticker) {
        this.ticker = ticker;
    }

    boolean isLate(long deadline) { // no point
        return ticker.read() > deadline;
    }
}
