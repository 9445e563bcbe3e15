// The holder idiom is lazy and still a constant; a lazily made static list is not.
package targets.internal.lazyholders;

import java.util.ArrayList;
import java.util.List;

class Catalogue {
    private static List<String> items;

    private static final class Holder {
        static final Catalogue INSTANCE = new Catalogue();
    }

    static Catalogue instance() { // no point
        return Holder.INSTANCE;
    }

    static List<String> items() { // point: internal
        if (items == null) {
            items = new ArrayList<>();
        }
        return items;
    }

    public static void main(String[] arguments) { // no point
        System.out.println(items().size());
    }
}
