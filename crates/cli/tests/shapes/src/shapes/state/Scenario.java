package shapes.state;

/** State that only calls lead to, and caches that nobody sees. */
class Scenario {
    static void run() {
        Turnstile turnstile = new Turnstile();
        turnstile.coin();
        turnstile.push();
        turnstile.push();
        Name name = new Name("Ada", "Lovelace");
        name.full();
        name.full();
        Defaults defaults = new Defaults(null);
        defaults.greet("you");
    }
}

class Turnstile {
    private boolean open;
    private int passed;

    public void coin() {
        open = true;
    }

    public boolean push() {
        boolean wasOpen = open;
        if (open) {
            passed++;
            open = false;
        }
        return wasOpen;
    }
}

/** The full name is computed once. */
class Name {
    private final String first;
    private final String last;
    private transient String full;

    Name(String first, String last) {
        this.first = first;
        this.last = last;
    }

    public String full() {
        if (full == null) {
            full = first + " " + last;
        }
        return full;
    }
}

class Defaults {
    private final String greeting;

    Defaults(String greeting) {
        this.greeting = greeting == null ? "hello" : greeting;
    }

    public String greet(String whom) {
        return greeting + " " + whom;
    }
}
