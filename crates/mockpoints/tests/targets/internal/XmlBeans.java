// Beans by XML: one for all, and one that is made for each user.
package targets.internal.xmlbeans;

class Announcer {
    private String message = "";

    void announce(String message) { // no point
        this.message = message;
    }

    String message() { // point: internal
        return message;
    }
}

class Draft {
    private String text = "";

    void write(String text) { // no point
        this.text = text;
    }

    String text() { // no point
        return text;
    }
}

class Client {
    void run(Announcer announcer, Draft draft) { // no point
        announcer.announce("open");
        draft.write("dear reader");
    }
}
