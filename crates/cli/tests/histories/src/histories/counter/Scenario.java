package histories.counter;

/** A state that nothing but calling a method again and again leads to. */
class Scenario {
    static void run() {
        Counter counter = new Counter("invoice-");
        counter.next();
        counter.next();
        counter.last();
        counter.next();
        counter.last();
    }
}

class Counter {
    private final String prefix;
    private int count;

    Counter(String prefix) {
        this.prefix = prefix;
    }

    public String next() {
        count++;
        return prefix + count;
    }

    public String last() {
        return prefix + count;
    }
}
