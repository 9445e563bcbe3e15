package shapes.constants;

import java.util.Locale;

/** An object that is a constant is that constant. */
class Scenario {
    static void run() {
        Painter painter = new Painter(Shade.BLACK);
        painter.paint(Shade.WHITE);
        painter.paint(Shade.BLACK);
        Places.english("GB");
    }
}

/** A value that equals a constant of the JDK need not be that constant. */
class Places {
    public static Locale english(String country) {
        return new Locale("en", country);
    }
}

final class Shade {
    static final Shade BLACK = new Shade(0);
    static final Shade WHITE = new Shade(255);

    private final int level;

    private Shade(int level) {
        this.level = level;
    }

    int level() {
        return level;
    }
}

class Painter {
    private Shade current;

    Painter(Shade current) {
        this.current = current;
    }

    /** Whether anything had to be changed. */
    public boolean paint(Shade shade) {
        boolean changed = shade != current;
        current = shade;
        return changed;
    }

    public Shade getCurrent() {
        return current;
    }
}
