package shapes.writers;

/** A writer that keeps what it wrote last: the only way to set that is to write, which also changes the text. */
class Scenario {
    static void run() {
        Printer printer = new Printer(new StringBuilder());
        printer.print('#');
        printer.line("Title");
    }
}

class Printer {
    private final StringBuilder out;
    private char last;

    Printer(StringBuilder out) {
        this.out = out;
    }

    public void print(char character) {
        out.append(character);
        last = character;
    }

    public int line(String text) {
        out.append(' ').append(text).append('\n');
        last = '\n';
        return out.length();
    }

    public char getLast() {
        return last;
    }
}
