import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Prints objects as raw fields, as the agent would see them: line by line, identity kept. */
final class Dump {
    private final IdentityHashMap<Object, Integer> nodes = new IdentityHashMap<>();
    private final ArrayDeque<Object> toDo = new ArrayDeque<>();
    private final Map<Class<?>, Integer> classes = new HashMap<>();
    private final Map<Class<?>, List<Field>> fields = new HashMap<>();
    private final StringBuilder out;
    private final Method open;

    /** Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}, and opens the rest itself. */
    Dump(StringBuilder out) throws ReflectiveOperationException {
        this.out = out;
        open = Module.class.getDeclaredMethod("implAddOpensToAllUnnamed", String.class);
        open.setAccessible(true);
    }

    /** Dumps everything that a value reaches, and gives the value as other lines name it. */
    String value(Object root) throws ReflectiveOperationException {
        String value = reference(root);
        for (Object object = toDo.poll(); object != null; object = toDo.poll()) {
            node(object);
        }
        return value;
    }

    /** A reference to an object that is dumped now or later. */
    String reference(Object object) {
        if (object == null) {
            return "n";
        }
        Integer id = nodes.get(object);
        if (id == null) {
            id = nodes.size();
            nodes.put(object, id);
            toDo.add(object);
        }
        return "r" + id;
    }

    private void node(Object object) throws ReflectiveOperationException {
        int id = nodes.get(object);
        Class<?> type = object.getClass();
        StringBuilder line = new StringBuilder("node ").append(id);
        if (object instanceof String text) {
            line.append(" S ").append(Says.hex(text));
        } else if (object instanceof Class<?> named) {
            line.append(" C ").append(name(named));
        } else if (type.isArray()) {
            boolean primitive = type.getComponentType().isPrimitive();
            line.append(primitive ? " P " : " A ").append(primitive ? type.getName().substring(1) : type(type));
            for (int i = 0; i < Array.getLength(object); i++) {
                Object element = Array.get(object, i);
                line.append(' ').append(primitive ? primitive(element) : reference(element));
            }
        } else {
            line.append(" O ").append(type(type));
            boolean opaque = isOpaque(object);
            for (Field field : fields.get(type)) {
                Object held = opaque && !field.getType().isPrimitive() ? null : field.get(object);
                line.append(' ').append(field.getType().isPrimitive() ? primitive(held) : reference(held));
            }
        }
        out.append(line).append('\n');
    }

    /** Objects that a capture would not enter. */
    private static boolean isOpaque(Object object) {
        return object instanceof Thread || object instanceof ThreadGroup || object instanceof ClassLoader
                || object instanceof Module || object instanceof ThreadLocal || object instanceof java.util.Random random
                && random.getClass() != java.util.Random.class
                || object instanceof java.net.URLStreamHandler || object instanceof java.nio.file.FileSystem
                || object instanceof java.lang.ref.ReferenceQueue;
    }

    private static String primitive(Object value) {
        if (value instanceof Boolean b) return b ? "z1" : "z0";
        if (value instanceof Byte b) return "b" + b;
        if (value instanceof Character c) return "c" + (int) c;
        if (value instanceof Short s) return "s" + s;
        if (value instanceof Integer i) return "i" + i;
        if (value instanceof Long l) return "j" + l;
        if (value instanceof Float f) return "f" + Integer.toUnsignedString(Float.floatToRawIntBits(f));
        return "d" + Long.toUnsignedString(Double.doubleToRawLongBits((Double) value));
    }

    /** The number of a class, which is described before it is used. */
    private int type(Class<?> type) throws ReflectiveOperationException {
        Integer known = classes.get(type);
        if (known != null) {
            return known;
        }
        Class<?> above = type.getSuperclass();
        int superclass = above == null ? -1 : type(above);
        List<Field> all = new ArrayList<>(above == null ? List.of() : fields.get(above));
        StringBuilder declared = new StringBuilder();
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                open.invoke(type.getModule(), type.getPackageName());
                field.setAccessible(true);
                all.add(field);
                declared.append(' ').append(field.getName()).append(':').append(field.getType().descriptorString());
            }
        }
        int id = classes.size();
        classes.put(type, id);
        fields.put(type, all);
        out.append("class ").append(id).append(' ').append(name(type)).append(' ').append(superclass);
        out.append(declared).append('\n');
        return id;
    }

    private static String name(Class<?> type) {
        String name = type.getName().replace('.', '/');
        // As the agent names them: a lambda's class after the class that made it.
        int hidden = name.indexOf("$$Lambda");
        return hidden < 0 ? name : name.substring(0, hidden);
    }
}
