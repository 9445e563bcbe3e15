package shapes.copies;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** Constructors that copy or wrap what they are given. */
class Scenario {
    static void run() {
        List<String> names = new ArrayList<>(List.of("ada", "grace"));
        new Team(names).size();
        new Frozen(names).first();
        new Loose(names).joined();
    }
}

class Team {
    private final List<String> members;

    Team(List<String> members) {
        this.members = new ArrayList<>(members);
    }

    public int size() {
        int size = members.size();
        return size;
    }
}

class Frozen {
    private final List<String> members;

    Frozen(List<String> members) {
        this.members = Collections.unmodifiableList(new ArrayList<>(members));
    }

    public String first() {
        return members.get(0);
    }
}

/** The field's static type is another than the list's. */
class Loose {
    private final Collection<String> members;

    Loose(List<String> members) {
        this.members = members;
    }

    public String joined() {
        return String.join("+", members);
    }
}
