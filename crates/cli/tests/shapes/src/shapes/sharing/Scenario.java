package shapes.sharing;

import java.util.ArrayList;
import java.util.List;

/** The same reference twice, and receiver and argument sharing an object. */
class Scenario {
    static void run() {
        Node shared = new Node("shared");
        Pair same = new Pair(shared, shared);
        same.isSame();
        new Pair(new Node("a"), new Node("a")).isSame();
        List<Node> nodes = new ArrayList<>();
        nodes.add(shared);
        Registry registry = new Registry(nodes);
        registry.knows(shared);
        registry.knows(new Node("shared"));
    }
}

class Node {
    final String name;

    Node(String name) {
        this.name = name;
    }
}

class Pair {
    private final Node first;
    private final Node second;

    Pair(Node first, Node second) {
        this.first = first;
        this.second = second;
    }

    public boolean isSame() {
        return first == second;
    }
}

class Registry {
    private final List<Node> nodes;

    Registry(List<Node> nodes) {
        this.nodes = nodes;
    }

    public boolean knows(Node node) {
        for (Node known : nodes) {
            if (known == node) {
                return true;
            }
        }
        return false;
    }
}
