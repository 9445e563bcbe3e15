package shapes.inheritance;

/** Fields of superclasses count, and the most general type is declared. */
class Scenario {
    static void run() {
        Circle circle = new Circle("round", 2.0);
        circle.setVisible(true);
        circle.area();
        Canvas canvas = new Canvas();
        canvas.draw(circle);
        canvas.draw(new Square("flat", 3));
    }
}

abstract class Shape {
    private final String name;
    private boolean visible;

    protected Shape(String name) {
        this.name = name;
    }

    public void setVisible(boolean visible) {
        this.visible = visible;
    }

    public boolean isVisible() {
        return visible;
    }

    public String getName() {
        return name;
    }

    public abstract double area();
}

class Circle extends Shape {
    private final double radius;

    Circle(String name, double radius) {
        super(name);
        this.radius = radius;
    }

    @Override
    public double area() {
        return Math.PI * radius * radius;
    }
}

class Square extends Shape {
    private final int side;

    Square(String name, int side) {
        super(name);
        this.side = side;
    }

    @Override
    public double area() {
        return side * side;
    }
}

class Canvas {
    private int drawn;

    public boolean draw(Shape shape) {
        if (!shape.isVisible()) {
            return false;
        }
        drawn++;
        return true;
    }

    public int getDrawn() {
        return drawn;
    }
}
