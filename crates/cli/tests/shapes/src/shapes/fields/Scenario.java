package shapes.fields;

/** Only field writes. */
class Scenario {
    static void run() {
        Box box = new Box();
        box.width = 2;
        box.height = 3;
        box.label = "parcel";
        box.describe();
        box.turn();
    }
}

class Box {
    int width;
    int height;
    String label;

    public String describe() {
        return label + " " + width + "x" + height;
    }

    public void turn() {
        int old = width;
        width = height;
        height = old;
    }
}
