// A method that receives an immutable empty container cannot change it, whatever its code looks like.
package targets.internal.emptycontainers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

class Leaf {
    private static final List<Leaf> NONE = Collections.emptyList();
    private static final Map<String, Leaf> NO_NAMES = Map.of();
    private static final List<Leaf> SPARE = new ArrayList<>();

    List<Leaf> children() { // no point
        return NONE;
    }

    Map<String, Leaf> names() { // no point
        return NO_NAMES;
    }

    List<Leaf> spare() { // point: internal
        return SPARE;
    }

    static void adopt(Leaf parent, Leaf child) { // no point
        parent.children().add(child);
        parent.names().put("child", child);
        parent.spare().add(child);
    }

    public static void main(String[] arguments) { // no point
        adopt(new Leaf(), new Leaf());
    }
}
