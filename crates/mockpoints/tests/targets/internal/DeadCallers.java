// A modifier that only dead code calls is called all the same: the paper asks for no path from an entry point, as a call
// graph that is sound enough for that can hardly be had.
package targets.internal.deadcallers;

class Banner {
    private static String text = "Welcome";
    private static String footer = "Bye";

    static void change(String value) { // no point
        text = value;
    }

    static void unused() { // no point
        change("Closed");
    }

    static String text() { // point: internal
        return text;
    }

    static String footer() { // no point
        return footer;
    }
}
