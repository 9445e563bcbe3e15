package histories.cursor;

/** Fields that others write between calls are written at the same place: what the calls do depends on them. */
class Scenario {
    static void run() throws Exception {
        Cursor cursor = new Cursor("when x then y");
        Guide.place(cursor, 5, "start");
        cursor.next();
        Guide.place(cursor, 12, "end");
        cursor.next();
        cursor.summary();

        Cursor forged = new Cursor("forged");
        forged.next();
        var travelled = Cursor.class.getDeclaredField("travelled");
        travelled.setAccessible(true);
        travelled.setInt(forged, 40);
        forged.summary();
    }
}

class Cursor {
    final String text;
    public int position;
    String label = "none";
    private int travelled;

    Cursor(String text) {
        this.text = text;
    }

    public char next() {
        char found = text.charAt(position);
        position++;
        travelled += position;
        return found;
    }

    public String summary() {
        return label + " after " + travelled + " of " + text.length();
    }
}

class Guide {
    static void place(Cursor cursor, int position, String label) {
        cursor.position = position;
        cursor.label = label;
        check(cursor);
    }

    private static void check(Cursor cursor) {
        if (cursor.position > cursor.text.length()) {
            throw new IllegalArgumentException(cursor.text);
        }
    }
}
