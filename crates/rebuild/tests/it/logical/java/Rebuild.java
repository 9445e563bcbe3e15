import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Makes values by generated code, and prints their raw fields. */
final class Rebuild {
    private Rebuild() { }

    /** The only comparator of {@code Values} that is a lambda. */
    static Object backwards() throws ReflectiveOperationException {
        Field field = Values.class.getDeclaredField("BACKWARDS");
        field.setAccessible(true);
        return field.get(null);
    }

    /** The arguments are how many classes there are with methods in them, and how many methods in all. */
    public static void main(String[] args) throws ReflectiveOperationException {
        StringBuilder out = new StringBuilder();
        Dump dump = new Dump(out);
        int perClass = Integer.parseInt(args[0]);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Method method = Class.forName("Made" + i / perClass).getDeclaredMethod("value" + i);
            try {
                String reference = dump.value(method.invoke(null));
                out.append("says ").append(reference).append(' ').append(i).append('\n');
            } catch (InvocationTargetException e) {
                out.append("failed ").append(i).append(' ').append(String.valueOf(e.getCause()).replace('\n', ' ')).append('\n');
            }
        }
        System.out.print(out);
    }
}
