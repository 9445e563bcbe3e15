package io.reenact.serial;

import java.lang.reflect.Method;

/** The module of a class, by reflection: Java 8 has none. */
final class Modules {
    private static final Method MODULE = method(Class.class, "getModule");
    private static final Method NAMED = MODULE == null ? null : method(MODULE.getReturnType(), "isNamed");
    private static final Method EXPORTED =
            MODULE == null ? null : method(MODULE.getReturnType(), "isExported", String.class);
    private static final Method OPEN = MODULE == null ? null : method(MODULE.getReturnType(), "isOpen", String.class);

    private Modules() {}

    /** Whether the module of a class exports its package to all, and opens it to all. The class path exports everything. */
    static boolean[] exportedAndOpen(Class<?> type, String packageName) {
        try {
            Object module = MODULE == null ? null : MODULE.invoke(type);
            if (module == null || !(Boolean) NAMED.invoke(module)) {
                return new boolean[] {true, false};
            }
            return new boolean[] {
                (Boolean) EXPORTED.invoke(module, packageName), (Boolean) OPEN.invoke(module, packageName)
            };
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters);
        } catch (NoSuchMethodException absent) {
            return null;
        }
    }
}
