package io.reenact.serial;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** An allow list. Only its classes are initialized while a document is read, and none is loaded by a name in a document. */
final class Context {
    final int number;
    /** By number: those of JDK types, then of versions of allowed classes. */
    final Function<Object, Object>[] readers;
    /** Classes of array elements, by number. */
    final Class<?>[] classes;
    private final Class<?>[] enums;
    private final String[][] constants;

    /** The lists that begin with a class, each for one caller. */
    private static final ClassValue<Map<List<Object>, Context>> CONTEXTS = new ClassValue<Map<List<Object>, Context>>() {
        @Override
        protected Map<List<Object>, Context> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    /** Returns the context of a list of classes. */
    static Context of(Class<?>[] allowed, Class<?> caller) {
        Map<List<Object>, Context> known = CONTEXTS.get(allowed.length == 0 ? Object.class : allowed[0]);
        List<Object> key = new ArrayList<>(Arrays.asList((Object[]) allowed));
        key.add(caller == null ? "" : caller);
        Context context = known.get(key);
        if (context == null) {
            context = new Context(allowed, caller);
            known.put(key, context);
        }
        return context;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Context(Class<?>[] allowed, Class<?> caller) {
        List<Function<Object, Object>> readers = new ArrayList<>(Arrays.asList(Platform.READERS));
        List<Integer> forms = new ArrayList<>();
        Map<Class<?>, String[]> enums = new LinkedHashMap<>();
        Set<Class<?>> types = new LinkedHashSet<>();
        types.add(Object.class);
        types.addAll(Arrays.asList(String.class, Boolean.class, Byte.class, Character.class, Short.class, Integer.class,
                Long.class, Float.class, Double.class));
        types.addAll(Platform.classes());
        Message refusals = new Message();
        int refused = 0;
        for (Class<?> type : new LinkedHashSet<>(Arrays.asList(allowed))) {
            types.add(type);
            if (type.isEnum()) {
                enums.put(type, names(type));
            } else if (!type.isInterface() && !type.isArray() && !type.isPrimitive() && Platform.codec(type) == null) {
                try {
                    for (Form.Version version : Form.of(type).readable) {
                        String refusal = version.refusal(caller);
                        if (refusal != null) {
                            refusals.put(type.getName()).put(version.version).put(refusal);
                            refused++;
                            continue;
                        }
                        forms.add(version.number);
                        readers.add(version.reader());
                    }
                } catch (FormException refusal) {
                    refusals.put(type.getName()).put(0).put(refusal.getMessage().substring(type.getName().length() + 1));
                    refused++;
                }
            }
        }
        Message request = new Message().put(forms.size());
        for (int form : forms) {
            request.put(form);
        }
        request.put(enums.size());
        for (Map.Entry<Class<?>, String[]> constants : enums.entrySet()) {
            request.put(constants.getKey().getName()).put(Arrays.asList(constants.getValue()));
        }
        Map<Class<?>, Set<Class<?>>> above = new LinkedHashMap<>();
        for (Class<?> type : types) {
            above.put(type, supertypes(type));
        }
        for (Set<Class<?>> supertypes : above.values()) {
            types.addAll(supertypes);
        }
        request.put(names(types));
        request.put(above.size());
        for (Map.Entry<Class<?>, Set<Class<?>>> entry : above.entrySet()) {
            request.put(entry.getKey().getName()).put(names(entry.getValue()));
        }
        request.put(refused);
        byte[] tail = refusals.bytes();
        byte[] head = request.bytes();
        byte[] whole = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, whole, head.length, tail.length);
        number = ByteBuffer.wrap(Native.context(whole)).getInt();
        this.readers = readers.toArray(new Function[0]);
        classes = types.toArray(new Class<?>[0]);
        this.enums = enums.keySet().toArray(new Class<?>[0]);
        constants = enums.values().toArray(new String[0][]);
    }

    /** A constant of an allowed enum, which is initialized now. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    Object constant(int number, int index) {
        return Enum.valueOf((Class<? extends Enum>) enums[number], constants[number][index]);
    }

    /** The names of constants, without initializing the enum. */
    private static String[] names(Class<?> type) {
        List<String> names = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (field.isEnumConstant()) {
                names.add(field.getName());
            }
        }
        return names.toArray(new String[0]);
    }

    private static List<String> names(Set<Class<?>> types) {
        List<String> names = new ArrayList<>();
        for (Class<?> type : types) {
            names.add(type.getName());
        }
        return names;
    }

    /** All classes and interfaces above a class; they are loaded, since it is. */
    private static Set<Class<?>> supertypes(Class<?> type) {
        Set<Class<?>> above = new LinkedHashSet<>();
        for (Class<?> next = type; next != null; next = next.getSuperclass()) {
            above.add(next);
            addInterfaces(next, above);
        }
        above.add(Object.class);
        return above;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> above) {
        for (Class<?> each : type.getInterfaces()) {
            if (above.add(each)) {
                addInterfaces(each, above);
            }
        }
    }
}
