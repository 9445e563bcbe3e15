package histories.plant;

/** Two objects that change a third, in turns, inside of a plain one. */
class Scenario {
    static void run() {
        Meter meter = new Meter();
        Pump left = new Pump("left", meter);
        Pump right = new Pump("right", meter);
        left.pump(3);
        right.pump(4);
        meter.tick();
        left.pump(5);
        Plant plant = new Plant("north", left, right);
        plant.describe();
    }
}

/** What it shows depends on the order of all calls. */
class Meter {
    private long shown = 7;

    void add(int liters) {
        shown = shown * 31 + liters;
    }

    void tick() {
        shown = shown * 17;
    }

    long shown() {
        return shown;
    }
}

class Pump {
    private final String name;
    private final Meter meter;
    private int pumped;

    Pump(String name, Meter meter) {
        this.name = name;
        this.meter = meter;
    }

    void pump(int liters) {
        pumped += liters * liters;
        meter.add(liters);
    }

    String describe() {
        return name + " " + pumped + " of " + meter.shown();
    }
}

class Plant {
    private final String name;
    private final Pump left;
    private final Pump right;

    Plant(String name, Pump left, Pump right) {
        this.name = name;
        this.left = left;
        this.right = right;
    }

    public String describe() {
        return name + ": " + left.describe() + ", " + right.describe();
    }
}
