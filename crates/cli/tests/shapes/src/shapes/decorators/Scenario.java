package shapes.decorators;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Collections of the subject's own. */
class Scenario {
    static void run() {
        Basket basket = new Basket("anna");
        basket.add("apple");
        basket.add("pear");
        basket.summary();
        new Reversed<>(List.of(1, 2, 3)).size();
        Scores scores = new Scores();
        scores.put("anna", 7);
        scores.best();
    }
}

class Basket extends ArrayList<String> {
    private final String owner;

    Basket(String owner) {
        this.owner = owner;
    }

    public String summary() {
        return owner + " has " + size();
    }
}

class Reversed<E> extends AbstractList<E> {
    private final List<E> inner;

    Reversed(List<E> inner) {
        this.inner = inner;
    }

    @Override
    public E get(int index) {
        return inner.get(inner.size() - 1 - index);
    }

    @Override
    public int size() {
        return inner.size();
    }
}

class Scores extends HashMap<String, Integer> {
    public String best() {
        String best = null;
        for (String name : keySet()) {
            best = best == null || get(name) > get(best) ? name : best;
        }
        return best;
    }
}
