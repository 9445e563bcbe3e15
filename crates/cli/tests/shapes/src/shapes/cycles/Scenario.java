package shapes.cycles;

import java.util.ArrayList;
import java.util.List;

/** Parents that know their children, children that know their parents. */
class Scenario {
    static void run() {
        Parent parent = new Parent("anna");
        parent.add(new Child("ben"));
        parent.add(new Child("cleo"));
        parent.youngest().greet();
        Ring ring = new Ring(1);
        ring.next = new Ring(2);
        ring.next.next = ring;
        ring.sum();
    }
}

class Parent {
    final String name;
    private final List<Child> children = new ArrayList<>();

    Parent(String name) {
        this.name = name;
    }

    void add(Child child) {
        child.parent = this;
        children.add(child);
    }

    public Child youngest() {
        int last = children.size() - 1;
        return children.get(last);
    }
}

class Child {
    final String name;
    Parent parent;

    Child(String name) {
        this.name = name;
    }

    public String greet() {
        return name + " says hello to " + parent.name;
    }
}

class Ring {
    final int value;
    Ring next;

    Ring(int value) {
        this.value = value;
    }

    public int sum() {
        int sum = value;
        for (Ring ring = next; ring != this; ring = ring.next) {
            sum += ring.value;
        }
        return sum;
    }
}
