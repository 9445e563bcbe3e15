package recorder;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Calls methods and prints what the agent would record of that: line by line, identity kept. */
public final class Recorder {
    private final IdentityHashMap<Object, Integer> nodes = new IdentityHashMap<>();
    private final ArrayDeque<Object> toDo = new ArrayDeque<>();
    private static final Map<Class<?>, Integer> CLASSES = new HashMap<>();
    private static final Map<Class<?>, List<Field>> FIELDS = new HashMap<>();
    private final StringBuilder out = new StringBuilder();

    /** Calls an instance method. */
    public static Object call(Object receiver, String name, Object... arguments) throws Exception {
        for (Class<?> type = receiver.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (fits(method, name, arguments) && !Modifier.isStatic(method.getModifiers())) {
                    return new Recorder().record(method, receiver, arguments);
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    /** Calls a static method. */
    public static Object call(Class<?> type, String name, Object... arguments) throws Exception {
        for (Method method : type.getDeclaredMethods()) {
            if (fits(method, name, arguments) && Modifier.isStatic(method.getModifiers())) {
                return new Recorder().record(method, null, arguments);
            }
        }
        throw new NoSuchMethodException(name);
    }

    /** The name may end in the method's parameter types, `remove(Object)`. */
    private static boolean fits(Method method, String name, Object[] arguments) {
        StringBuilder types = new StringBuilder();
        for (Class<?> type : method.getParameterTypes()) {
            types.append(types.length() == 0 ? "" : ",").append(type.getSimpleName());
        }
        String shown = name.contains("(") ? method.getName() + "(" + types + ")" : method.getName();
        return shown.equals(name) && method.getParameterCount() == arguments.length && !method.isBridge();
    }

    private Object record(Method method, Object receiver, Object[] arguments) throws Exception {
        method.setAccessible(true);
        Class<?>[] types = method.getParameterTypes();
        StringBuilder roots = new StringBuilder();
        if (receiver != null) {
            roots.append(' ').append(reference(receiver));
        }
        for (int i = 0; i < arguments.length; i++) {
            roots.append(' ').append(value(types[i], arguments[i]));
        }
        out.append("call ").append(name(method.getDeclaringClass())).append(' ').append(method.getName()).append(' ')
                .append(descriptor(method)).append(' ').append(receiver != null).append(roots).append('\n');
        dump();
        String outcome;
        Object result = null;
        try {
            result = method.invoke(receiver, arguments);
            outcome = method.getReturnType() == void.class ? "returned" : "returned " + value(method.getReturnType(), result);
        } catch (InvocationTargetException e) {
            // A recorder does not call Java code that fills a field when it is asked.
            outcome = "threw " + reference(e.getCause());
        }
        out.append("after ").append(outcome).append('\n');
        toDo.clear();
        toDo.addAll(byNumber());
        dump();
        out.append("end\n");
        System.out.print(out);
        return result;
    }

    private List<Object> byNumber() {
        List<Object> all = new ArrayList<>(nodes.keySet());
        all.sort((one, two) -> nodes.get(one) - nodes.get(two));
        return all;
    }

    private void dump() throws ReflectiveOperationException {
        for (Object object = toDo.poll(); object != null; object = toDo.poll()) {
            node(object);
        }
    }

    private String value(Class<?> type, Object value) {
        return type.isPrimitive() ? primitive(value) : reference(value);
    }

    private String reference(Object object) {
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
        if (object instanceof String) {
            line.append(" S ").append(hex((String) object));
        } else if (object instanceof Class<?>) {
            line.append(" C ").append(name((Class<?>) object));
        } else if (type.isArray()) {
            boolean primitive = type.getComponentType().isPrimitive();
            line.append(primitive ? " P " : " A ").append(primitive ? type.getName().substring(1) : type(type));
            for (int i = 0; i < Array.getLength(object); i++) {
                Object element = Array.get(object, i);
                line.append(' ').append(primitive ? primitive(element) : reference(element));
            }
        } else {
            line.append(" O ").append(type(type));
            boolean isOpaque = object instanceof Thread || object instanceof ClassLoader;
            for (Field field : FIELDS.get(type)) {
                boolean isTrace = field.getDeclaringClass() == Throwable.class && field.getName().matches("backtrace|stackTrace");
                Object held = isOpaque && !field.getType().isPrimitive() || isTrace ? null : field.get(object);
                line.append(' ').append(value(field.getType(), held));
            }
        }
        out.append(line).append('\n');
    }

    private int type(Class<?> type) throws ReflectiveOperationException {
        Integer known = CLASSES.get(type);
        if (known != null) {
            return known;
        }
        Class<?> above = type.isArray() ? null : type.getSuperclass();
        int superclass = above == null ? -1 : type(above);
        List<Field> all = new ArrayList<>(above == null ? List.of() : FIELDS.get(above));
        StringBuilder line = new StringBuilder();
        if (!type.isArray()) {
            for (Field field : declared(type)) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    all.add(field);
                    line.append(' ').append(field.getName()).append(':').append(field.getType().descriptorString());
                }
            }
        }
        int id = CLASSES.size();
        CLASSES.put(type, id);
        FIELDS.put(type, all);
        System.out.println("class " + id + " " + name(type) + " " + superclass + line);
        return id;
    }

    /** Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}, and opens the rest itself. */
    private static Field[] declared(Class<?> type) throws ReflectiveOperationException {
        Method open = Module.class.getDeclaredMethod("implAddOpensToAllUnnamed", String.class);
        open.setAccessible(true);
        open.invoke(type.getModule(), type.getPackageName());
        return type.getDeclaredFields();
    }

    private static String name(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private static String descriptor(Method method) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> type : method.getParameterTypes()) {
            text.append(type.descriptorString());
        }
        return text.append(')').append(method.getReturnType().descriptorString()).toString();
    }

    private static String primitive(Object value) {
        if (value instanceof Boolean) {
            return "z" + ((Boolean) value ? 1 : 0);
        } else if (value instanceof Byte) {
            return "b" + value;
        } else if (value instanceof Character) {
            return "c" + (int) (Character) value;
        } else if (value instanceof Short) {
            return "s" + value;
        } else if (value instanceof Integer) {
            return "i" + value;
        } else if (value instanceof Long) {
            return "j" + value;
        } else if (value instanceof Float) {
            return "f" + Integer.toUnsignedString(Float.floatToRawIntBits((Float) value));
        }
        return "d" + Long.toUnsignedString(Double.doubleToRawLongBits((Double) value));
    }

    private static String hex(String text) {
        StringBuilder hex = new StringBuilder("x");
        for (char unit : text.toCharArray()) {
            hex.append(String.format("%04x", (int) unit));
        }
        return hex.toString();
    }
}
