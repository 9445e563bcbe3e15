// A pool that is a point gives back what it was given: the method that stored chance in it is a point all the same.
package targets.system.pooledbuilders;

import java.util.ArrayDeque;
import java.util.Random;

class Names {
    private static final ThreadLocal<ArrayDeque<StringBuilder>> POOL = ThreadLocal.withInitial(ArrayDeque::new);

    static StringBuilder borrow() { // point: internal // point: system
        StringBuilder builder = POOL.get().poll();
        return builder == null ? new StringBuilder() : builder;
    }

    static String release(StringBuilder builder) { // point: internal // point: system
        String text = builder.toString();
        if (POOL.get().size() < 8) {
            POOL.get().push(builder);
        }
        return text;
    }

    static String chosen(char[] letters) { // point: system
        StringBuilder builder = new StringBuilder();
        Random random = new Random();
        builder.append(letters[random.nextInt(letters.length)]);
        return release(builder);
    }

    static int quoted(String name) { // no point
        StringBuilder builder = new StringBuilder();
        builder.append('"').append(name).append('"');
        return builder.length();
    }
}
