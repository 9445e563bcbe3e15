// A modifier that is never called modifies nothing: second refinement of section 3.2.3.
package targets.internal.uncalledmodifiers;

class Theme {
    private static String colour = "blue";
    private static String font = "serif";

    static void setColour(String value) { // no point
        colour = value;
    }

    static void setFont(String value) { // no point
        font = value;
    }

    static String colour() { // no point
        return colour;
    }

    static String font() { // point: internal
        return font;
    }

    public static void main(String[] arguments) { // no point
        setFont("sans");
    }
}
