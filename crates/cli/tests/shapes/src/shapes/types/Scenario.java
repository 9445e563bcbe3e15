package shapes.types;

/** Class objects: of primitives, arrays and classes. */
class Scenario {
    static void run() {
        for (Class<?> type : new Class<?>[] {int.class, void.class, String.class, long[].class}) {
            new Typed(type).describe("x");
        }
    }
}

class Typed {
    private final Class<?> type;

    Typed(Class<?> type) {
        this.type = type;
    }

    public String describe(String prefix) {
        return prefix + type.getName();
    }
}
