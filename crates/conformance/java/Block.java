/**
 * The facts about one class: lines of a kind, the subject, and the answer, with tabs between. Names
 * are escaped so that all is printable ASCII.
 */
final class Block {
    private final StringBuilder text = new StringBuilder(4096);

    Block(String name) {
        note("class", name);
    }

    /** A fact that is to be compared. */
    void fact(String kind, String about, String answer) {
        escape(kind);
        text.append('\t');
        escape(about);
        text.append('\t');
        escape(answer);
        text.append('\n');
    }

    /** A fact whose answer is a list. */
    void list(String kind, String about, Iterable<String> answer) {
        fact(kind, about, String.join(" ", answer));
    }

    /** Facts that are not compared: the class that the block is about, the classes beside it, reasons. */
    void note(String kind, String about) {
        text.append('!');
        fact(kind, about, "");
    }

    /** Notes that the JVM does not report the facts of a kind, or if {@code about} is not empty, one of them. */
    void without(String kind, String about, String reason) {
        text.append('!');
        fact("without " + reason, kind, about);
    }

    void without(String kind, String about, Throwable reason) {
        without(kind, about, reason.getClass().getSimpleName());
    }

    private void escape(String part) {
        for (int i = 0; i < part.length(); i++) {
            if (!isPlain(part.charAt(i))) {
                escapeFrom(i, part);
                return;
            }
        }
        text.append(part);
    }

    private void escapeFrom(int start, String part) {
        text.append(part, 0, start);
        for (int i = start; i < part.length(); i++) {
            char c = part.charAt(i);
            if (isPlain(c)) {
                text.append(c);
            } else {
                text.append('\\').append('u').append(Integer.toHexString(0x10000 | c), 1, 5);
            }
        }
    }

    private static boolean isPlain(char c) {
        return ' ' <= c && c <= '~' && c != '\\';
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
