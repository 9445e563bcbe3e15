package shapes.buffers;

/** A text that is built in an array with room for more, and an object that keeps its hash code. */
class Scenario {
    static void run() {
        TextBuffer buffer = new TextBuffer();
        buffer.append("tea");
        Name name = new Name("mug");
        name.prepare(7);
    }
}

class TextBuffer {
    char[] chars = new char[16];

    public void append(String text) {
        int length = 0;
        while (chars[length] != 0) {
            length++;
        }
        text.getChars(0, text.length(), chars, length);
    }
}

class Name {
    private final String text;
    private int hash;
    private int uses;

    Name(String text) {
        this.text = text;
    }

    public void prepare(int times) {
        hash = 31 * text.length() + times;
        uses += times;
    }

    public int getUses() {
        return uses;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Name && ((Name) other).text.equals(text);
    }
}
