// A final field is not a constant if its content changes.
package targets.internal.finalcontainers;

import java.util.ArrayList;
import java.util.List;

class Waiting {
    private static final List<String> GUESTS = new ArrayList<>();
    private static final List<String> TABLES = new ArrayList<>(List.of("window", "door"));

    static void arrive(String guest) { // no point
        GUESTS.add(guest);
    }

    static int guests() { // point: internal
        return GUESTS.size();
    }

    static int tables() { // no point
        return TABLES.size();
    }

    public static void main(String[] arguments) { // no point
        arrive("Ann");
    }
}
