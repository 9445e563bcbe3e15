package shapes.monkey;

/** Objects as they were recorded. */
final class HabitatObjects {
    static Habitat habitat() {
        return new Habitat("59.34743,18.07378");
    }

    static Habitat habitat_2() {
        Habitat habitat = new Habitat("59.34743,18.07378");
        habitat.grow(42.0);
        return habitat;
    }
}
