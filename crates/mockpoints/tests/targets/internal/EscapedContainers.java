// A method returns the container, and its caller changes it.
package targets.internal.escapedcontainers;

import java.util.ArrayList;
import java.util.List;

class Plugins {
    private static final List<String> NAMES = new ArrayList<>();
    private static final List<String> BUILT_IN = new ArrayList<>(List.of("core"));

    static List<String> names() { // point: internal
        return NAMES;
    }

    static List<String> builtIn() { // no point
        return BUILT_IN;
    }
}

class Loader {
    void load(String name) { // no point
        Plugins.names().add(name);
    }

    public static void main(String[] arguments) { // no point
        new Loader().load("charts");
        System.out.println(Plugins.builtIn());
    }
}
