// A null check is not a use of a value; a missing value is.
package targets.system.nullguards;

class Name {
    private final String text;

    Name(String text) {
        if (text == null) {
            throw new IllegalArgumentException("no text");
        }
        this.text = text;
    }

    String text() { // point: system
        return text;
    }
}

class Names {
    private Name last = new Name("nobody");
    private int made;

    void greet() { // no point
        last = new Name(System.getProperty("user.name"));
        made = made + 1;
    }

    Name last() { // no point
        return last;
    }

    void require() { // point: system
        String home = System.getenv("HOME");
        if (home == null) {
            throw new IllegalStateException("no home");
        }
        made = made + 1;
    }
}
