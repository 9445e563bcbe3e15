package runner;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs the tests of the classes that it is given, and prints those that fail. */
public final class Runner {
    public static void main(String[] names) throws Exception {
        List<String> failures = new ArrayList<>();
        int passed = 0;
        for (String name : names) {
            Class<?> type = Class.forName(name);
            for (Method method : type.getDeclaredMethods()) {
                for (Object[] arguments : cases(method)) {
                    Constructor<?> constructor = type.getDeclaredConstructor();
                    constructor.setAccessible(true);
                    method.setAccessible(true);
                    try {
                        method.invoke(constructor.newInstance(), arguments);
                        passed++;
                    } catch (InvocationTargetException e) {
                        failures.add(name + "." + method.getName() + ": " + e.getCause());
                    }
                }
            }
        }
        System.out.println(passed + " passed");
        failures.forEach(System.out::println);
    }

    /** The arguments of each run of a method; none if it is no test. */
    private static List<Object[]> cases(Method method) throws Exception {
        List<Object[]> cases = new ArrayList<>();
        for (Annotation annotation : method.getAnnotations()) {
            Class<? extends Annotation> type = annotation.annotationType();
            switch (type.getSimpleName()) {
                case "Test":
                    cases.add(new Object[0]);
                    break;
                case "CsvSource":
                    for (String line : (String[]) type.getMethod("value").invoke(annotation)) {
                        String[] cells = line.split(",");
                        Object[] row = new Object[cells.length];
                        for (int i = 0; i < row.length; i++) {
                            row[i] = parsed(method.getParameterTypes()[i], cells[i].trim());
                        }
                        cases.add(row);
                    }
                    break;
                case "ValueSource":
                    for (Method element : type.getDeclaredMethods()) {
                        Object values = element.invoke(annotation);
                        for (int i = 0; i < Array.getLength(values); i++) {
                            cases.add(new Object[] {Array.get(values, i)});
                        }
                    }
                    break;
                case "MethodSource":
                    String name = ((String[]) type.getMethod("value").invoke(annotation))[0];
                    Method source = method.getDeclaringClass().getDeclaredMethod(name);
                    source.setAccessible(true);
                    for (Object row : ((Stream<?>) source.invoke(null)).toArray()) {
                        Method get = row.getClass().getInterfaces()[0].getMethod("get");
                        cases.add((Object[]) get.invoke(row));
                    }
                    break;
                default:
                    break;
            }
        }
        return cases;
    }

    private static Object parsed(Class<?> type, String cell) {
        if (type == int.class) {
            return Integer.valueOf(cell);
        } else if (type == long.class) {
            return Long.valueOf(cell);
        } else if (type == short.class) {
            return Short.valueOf(cell);
        } else if (type == byte.class) {
            return Byte.valueOf(cell);
        } else if (type == boolean.class) {
            return Boolean.valueOf(cell);
        }
        return cell;
    }
}
