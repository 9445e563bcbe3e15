// The container is changed by another name: a local variable, or a helper's parameter.
package targets.internal.aliases;

import java.util.ArrayList;
import java.util.List;

class Basket {
    private static final List<String> ITEMS = new ArrayList<>();
    private static final List<String> GIFTS = new ArrayList<>();
    private static final List<String> KINDS = new ArrayList<>(List.of("tea"));

    static void put(String item) { // no point
        List<String> items = ITEMS;
        items.add(item);
    }

    static void give(String gift) { // no point
        append(GIFTS, gift);
    }

    private static void append(List<String> target, String item) { // no point
        target.add(item);
    }

    static int items() { // point: internal
        return ITEMS.size();
    }

    static int gifts() { // point: internal
        return GIFTS.size();
    }

    static int kinds() { // no point
        return KINDS.size();
    }

    public static void main(String[] arguments) { // no point
        put("mug");
        give("pen");
    }
}
