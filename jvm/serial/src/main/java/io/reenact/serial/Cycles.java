package io.reenact.serial;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Explains why objects are nested too deep. */
final class Cycles {
    private Cycles() {}

    /** The message for objects within each other; the last of them would exceed the limit. */
    static String tooDeep(Object[] path, int depth, Object last, int limit) {
        for (int end = depth - 1; end >= 0; end--) {
            if (path[end] == last) {
                StringBuilder message = new StringBuilder("the object refers to itself, and a document has no cycles: ");
                message.append(path[end].getClass().getName());
                for (int at = end; at < depth; at++) {
                    message.append(step(path[at], at + 1 < depth ? path[at + 1] : last));
                }
                return message.append(" is the same ").append(last.getClass().getName()).append(" again").toString();
            }
        }
        return "values are nested more than " + limit + " deep";
    }

    /** The way from an object to one that it holds. */
    private static String step(Object from, Object to) {
        if (from instanceof Object[]) {
            Object[] elements = (Object[]) from;
            for (int i = 0; i < elements.length; i++) {
                if (elements[i] == to) {
                    return "[" + i + "]";
                }
            }
        }
        if (from instanceof Collection) {
            int i = 0;
            for (Object element : (Collection<?>) from) {
                if (element == to) {
                    return "[" + i + "]";
                }
                i++;
            }
        }
        if (from instanceof Map) {
            return "[…]";
        }
        try {
            Form.Version version = Form.of(from.getClass()).written;
            List<Object> values = Components.of(from, version);
            String alike = "…";
            for (int i = 0; i < values.size(); i++) {
                Object value = values.get(i);
                if (value == to) {
                    return "." + version.names[i];
                }
                // A serializer may make a new carrier or array each time it is called.
                if (value != null && value.getClass() == to.getClass()) {
                    alike = "." + version.names[i];
                }
            }
            return alike;
        } catch (RuntimeException unknown) {
            return "…";
        }
    }
}
