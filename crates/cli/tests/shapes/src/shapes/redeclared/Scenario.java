package shapes.redeclared;

/** A stand-in of a class that makes a method of Object abstract again. */
class Scenario {
    static void run() {
        Figure figure = new Figure() {
            private int asked = 4;

            @Override
            double area() {
                return asked++ * 2.5;
            }

            @Override
            public String toString() {
                return "figure";
            }
        };
        new Printer("area").print(figure);
    }
}

abstract class Figure {
    abstract double area();

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
