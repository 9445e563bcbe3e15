package shapes.hidden;

/** Results of which callers know the public type alone. */
class Scenario {
    static void run() {
        Matchers matchers = new Matchers();
        matchers.digits();
        matchers.repeated("ab");
        matchers.count("a1b22");
    }
}
