// Fields of an interface are static and final, and may hold what changes.
package targets.internal.interfacefields;

import java.util.ArrayList;
import java.util.List;

interface Channels {
    List<String> OPEN = new ArrayList<>();
    List<String> KNOWN = List.of("mail", "phone");
}

class Switchboard implements Channels {
    void open(String channel) { // no point
        OPEN.add(channel);
    }

    boolean isOpen(String channel) { // point: internal
        return OPEN.contains(channel);
    }

    boolean isKnown(String channel) { // no point
        return KNOWN.contains(channel);
    }

    public static void main(String[] arguments) { // no point
        new Switchboard().open("mail");
    }
}
