package shapes.mocked;

/** An object of a class that a library generated of an interface, as mocks are. */
class Scenario {
    static void run() {
        new Orders(new Sequence$MockitoMock$7()).create("tea");
    }
}

interface Sequence {
    int next();
}

class Sequence$MockitoMock$7 implements Sequence {
    private int next = (int) (System.nanoTime() % 1);

    @Override
    public int next() {
        next += 7;
        return next;
    }
}

class Orders {
    private final Sequence sequence;

    Orders(Sequence sequence) {
        this.sequence = sequence;
    }

    public String create(String item) {
        return item + "-" + sequence.next();
    }
}
