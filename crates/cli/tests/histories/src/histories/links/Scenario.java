package histories.links;

import java.util.ArrayList;
import java.util.List;

/** Objects with private fields that methods of other objects write. */
class Scenario {
    static void run() {
        Folder folder = new Folder("work");
        Folder.Note first = new Folder.Note("plan");
        folder.attach(first);
        folder.attach(new Folder.Note("draft"));
        first.path();
        folder.last();

        Office office = new Office(7);
        Office.Letter letter = new Office.Letter("hello");
        office.stamp(letter);
        letter.show();

        Stop north = new Stop("north");
        Stop south = new Stop("south");
        north.link(south);
        south.link(north);
        north.describe();
    }
}

/** Changes itself and the note, which it also holds. */
class Folder {
    private final String name;
    private final List<Note> notes = new ArrayList<>();

    Folder(String name) {
        this.name = name;
    }

    void attach(Note note) {
        note.folder = this;
        note.position = notes.size() * 10 + 1;
        notes.add(note);
    }

    public String last() {
        Note last = notes.get(notes.size() - 1);
        return last.text + last.position;
    }

    static class Note {
        private final String text;
        private Folder folder;
        private int position;

        Note(String text) {
            this.text = text;
        }

        public String path() {
            return folder.name + "/" + text + " at " + position + " of " + folder.notes.size();
        }
    }
}

/** Changes letters only, which do not know it. */
class Office {
    private final int number;

    Office(int number) {
        this.number = number;
    }

    void stamp(Letter letter) {
        letter.stamp = number * 31 + letter.text.length();
    }

    static class Letter {
        private final String text;
        private int stamp;

        Letter(String text) {
            this.text = text;
        }

        public String show() {
            return text + " " + stamp;
        }
    }
}

/** Each one is linked by the other. */
class Stop {
    private final String name;
    private Stop next;
    private Stop previous;

    Stop(String name) {
        this.name = name;
    }

    void link(Stop other) {
        next = other;
        other.previous = this;
    }

    public String describe() {
        return previous.name + " - " + name + " - " + next.name;
    }
}
