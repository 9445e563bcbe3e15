import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeSet;

/** Runs scenes, static methods that give objects, and prints what they gave as raw fields. */
final class Scenes {
    private Scenes() { }

    /** The arguments are {@code Class#method}, and {@code Class} for classes whose static fields are of interest,
     * or {@code all}. */
    public static void main(String[] args) throws ReflectiveOperationException {
        StringBuilder all = new StringBuilder();
        for (String arg : args) {
            int hash = arg.indexOf('#');
            if (hash < 0) {
                continue;
            }
            all.append("scene ").append(arg.substring(hash + 1)).append('\n');
            StringBuilder out = new StringBuilder();
            Dump dump = new Dump(out);
            try {
                Method method = Class.forName(arg.substring(0, hash)).getDeclaredMethod(arg.substring(hash + 1));
                method.setAccessible(true);
                Object given = method.invoke(null);
                Object[] roots = given instanceof Object[] several && several.getClass() == Object[].class
                        ? several : new Object[] {given};
                StringBuilder says = new StringBuilder();
                for (int i = 0; i < roots.length; i++) {
                    says.append("says ").append(dump.value(roots[i])).append(' ').append(i).append('\n');
                }
                out.append(says);
                for (String other : args) {
                    if (other.equals("all")) {
                        all(dump, out);
                    } else if (other.indexOf('#') < 0) {
                        statics(Class.forName(other), dump, out);
                    }
                }
            } catch (InvocationTargetException e) {
                out.append("failed ").append(String.valueOf(e.getCause()).replace('\n', ' ')).append('\n');
            }
            all.append(out);
        }
        System.out.print(all);
    }

    /** Static fields of all classes that objects were dumped of, and of those around them. */
    private static void all(Dump dump, StringBuilder out) throws ReflectiveOperationException {
        Field known = Dump.class.getDeclaredField("nodes");
        known.setAccessible(true);
        TreeSet<Class<?>> types = new TreeSet<>((a, b) -> a.getName().compareTo(b.getName()));
        for (Object node : ((IdentityHashMap<?, ?>) known.get(dump)).keySet()) {
            for (Class<?> type = node.getClass(); type != null; type = type.getSuperclass()) {
                for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
                    if (outer.getClassLoader() != null && !outer.isHidden()) {
                        types.add(outer);
                    }
                }
            }
        }
        for (Class<?> type : types) {
            statics(type, dump, out);
        }
    }

    /** Static fields that hold an object that was dumped. */
    private static void statics(Class<?> type, Dump dump, StringBuilder out) throws ReflectiveOperationException {
        Field known = Dump.class.getDeclaredField("nodes");
        known.setAccessible(true);
        Map<?, ?> nodes = (IdentityHashMap<?, ?>) known.get(dump);
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                field.setAccessible(true);
                Object held = field.get(null);
                if (held != null && nodes.containsKey(held) && !(held instanceof String)) {
                    out.append("static ").append(nodes.get(held)).append(' ').append(type.getName().replace('.', '/'))
                            .append(' ').append(field.getName()).append(' ')
                            .append(field.getType().descriptorString()).append('\n');
                }
            }
        }
    }
}
