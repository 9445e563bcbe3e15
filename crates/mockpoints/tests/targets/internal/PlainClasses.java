// The same class without an annotation is not a bean: its fields are state of each object.
package targets.internal.plainclasses;

class Counter {
    private int count;

    void increment() { // no point
        count++;
    }

    int count() { // no point
        return count;
    }
}

@org.springframework.stereotype.Component
class SharedCounter {
    private int count;

    void increment() { // no point
        count++;
    }

    int count() { // point: internal
        return count;
    }
}

class Program {
    public static void main(String[] arguments) { // no point
        new Counter().increment();
        new SharedCounter().increment();
    }
}
