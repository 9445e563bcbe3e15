package shapes.monkey;

/** Objects as they were recorded. */
final class MonkeyObjects {
    static Monkey monkey() {
        Habitat habitat = new Habitat("59.34743,18.07378");
        habitat.grow(42.0);
        return new Monkey(6, Color.BLUE, habitat);
    }

    static Monkey monkey_2() {
        return new Monkey(1, Color.RED, null);
    }

    static Monkey monkey_3() {
        return new Monkey(1);
    }
}
