// A missing value of a map is computed from the key alone: the other values of the map do not reach the function.
package targets.internal.computedondemand;

import java.util.HashMap;
import java.util.Map;

class Shape {
    private final String name;

    Shape(String name) {
        this.name = name;
    }

    String name() { // no point
        return name;
    }
}

class Shapes {
    private static final Map<String, Shape> KNOWN = new HashMap<>();

    static Shape named(String name) { // point: internal
        return KNOWN.computeIfAbsent(name, key -> new Shape(key));
    }

    static Shape renamed(String name) { // point: internal
        return KNOWN.computeIfPresent(name, (key, known) -> new Label(known).shape());
    }

    public static void main(String[] arguments) { // no point
        named("square");
        renamed("square");
    }
}

class Label {
    private final Shape shape;

    Label(Shape shape) {
        this.shape = shape;
    }

    Shape shape() { // point: internal
        return shape;
    }
}
