package shapes.redeclared;

/** A stand-in of a class that makes a method of Object abstract again. */
class Scenario {
    static void run() {
        new Studio().show(4);
    }
}

class Studio {
    public String show(int side) {
        Figure square = new Figure() {
            @Override
            public double area() {
                double area = side * side;
                return area + 0.5;
            }

            @Override
            public String toString() {
                return "square";
            }
        };
        return new Printer("area").print(square);
    }
}

abstract class Figure {
    public abstract double area();

    @Override
    public abstract String toString();
}

class Printer {
    private final String label;

    Printer(String label) {
        this.label = label;
    }

    public String print(Figure figure) {
        return label + ": " + figure.area();
    }
}
