package histories.tape;

/** The same call many times, and an object that is there for one call. */
class Scenario {
    static void run() {
        Tape tape = new Tape();
        tape.mark("start").colour("red");
        for (int i = 0; i < 6; i++) {
            tape.forward();
        }
        tape.describe("at");
    }
}

class Mark {
    private final StringBuilder label;

    Mark(StringBuilder label) {
        this.label = label;
    }

    public void colour(String colour) {
        label.append('(').append(colour).append(')');
    }
}

class Tape {
    private final StringBuilder label = new StringBuilder();
    private int position;

    public Mark mark(String name) {
        label.append(name);
        return new Mark(label);
    }

    public int forward() {
        position += position + 1;
        return position;
    }

    public String describe(String word) {
        String place = label + " " + word;
        return place + " " + position;
    }
}
