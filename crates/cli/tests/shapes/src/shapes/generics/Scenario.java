package shapes.generics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Type arguments from signatures and from what is there. */
class Scenario {
    static void run() {
        Cell<String> cell = new Cell<>("value");
        cell.isFull();
        Box<Item> box = new Box<>();
        box.put(new Item("pen", 120));
        box.put(new Item("ink", 340));
        box.total();
        Map<String, List<Item>> shelves = new HashMap<>();
        shelves.put("top", new ArrayList<>(List.of(new Item("cup", 700))));
        Box.count(shelves);
    }
}

class Cell<T> {
    private final T value;

    Cell(T value) {
        this.value = value;
    }

    public boolean isFull() {
        return value != null;
    }
}

class Item {
    private final String name;
    private final int cents;

    Item(String name, int cents) {
        this.name = name;
        this.cents = cents;
    }

    int cents() {
        return cents;
    }
}

class Box<T extends Item> {
    private final List<T> items = new ArrayList<>();

    public void put(T item) {
        items.add(item);
    }

    public int total() {
        int total = 0;
        for (T item : items) {
            total += item.cents();
        }
        return total;
    }

    public static int count(Map<String, List<Item>> shelves) {
        int count = 0;
        for (List<Item> shelf : shelves.values()) {
            count += shelf.size();
        }
        return count;
    }
}
