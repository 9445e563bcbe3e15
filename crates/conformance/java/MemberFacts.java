import java.lang.annotation.Annotation;
import java.lang.annotation.AnnotationFormatError;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Facts of reflection about the declared fields, methods and constructors of a class.
 *
 * <p>Asked below the public methods of {@code Class}: these hide some fields of the JDK's own classes
 * (the filters of {@code jdk.internal.reflect.Reflection}), which the JVM itself does not.
 */
final class MemberFacts {
    private static final MethodHandle FIELDS =
            Vm.handle(Class.class, "getDeclaredFields0", "(Z)[Ljava/lang/reflect/Field;");
    private static final MethodHandle METHODS =
            Vm.handle(Class.class, "getDeclaredMethods0", "(Z)[Ljava/lang/reflect/Method;");
    private static final MethodHandle CONSTRUCTORS =
            Vm.handle(Class.class, "getDeclaredConstructors0", "(Z)[Ljava/lang/reflect/Constructor;");
    private static final MethodHandle FIELD_SIGNATURE = signature(Field.class);
    private static final MethodHandle METHOD_SIGNATURE = signature(Method.class);
    private static final MethodHandle CONSTRUCTOR_SIGNATURE = signature(Constructor.class);

    private MemberFacts() {}

    static void describe(Class<?> type, Block block) {
        // Reflection loads the types of all members of a kind, so that one missing type hides all of
        // them.
        try {
            for (Field field : (Field[]) FIELDS.invokeExact((Class<?>) type, false)) {
                describe(field, block);
            }
        } catch (LinkageError problem) {
            block.without("field", "", problem);
            block.without("field-annotations", "", problem);
        } catch (Throwable problem) {
            throw new AssertionError(type.getName(), problem);
        }
        try {
            for (Method method : (Method[]) METHODS.invokeExact((Class<?>) type, false)) {
                String signature = (String) METHOD_SIGNATURE.invokeExact(method);
                String key = method.getName() + descriptor(method, method.getReturnType());
                describe("method", key, method, signature, block);
                parameters(key, method, block);
            }
        } catch (LinkageError problem) {
            block.without("method", "", problem);
            block.without("method-annotations", "", problem);
            block.without("parameter-annotations", "", problem);
        } catch (Throwable problem) {
            throw new AssertionError(type.getName(), problem);
        }
        try {
            var constructors = (Constructor<?>[]) CONSTRUCTORS.invokeExact((Class<?>) type, false);
            for (Constructor<?> constructor : constructors) {
                String signature = (String) CONSTRUCTOR_SIGNATURE.invokeExact((Constructor<?>) constructor);
                String key = "<init>" + descriptor(constructor, void.class);
                describe("constructor", key, constructor, signature, block);
            }
        } catch (LinkageError problem) {
            block.without("constructor", "", problem);
            block.without("constructor-annotations", "", problem);
        } catch (Throwable problem) {
            throw new AssertionError(type.getName(), problem);
        }
    }

    private static void describe(Field field, Block block) throws Throwable {
        String key = field.getName() + ":" + field.getType().descriptorString();
        String signature = (String) FIELD_SIGNATURE.invokeExact(field);
        String flags = Integer.toHexString(field.getModifiers());
        block.fact("field", key, signature == null ? flags : flags + " " + signature);
        ClassFacts.annotations("field-annotations", key, field::getDeclaredAnnotations, block);
    }

    private static void describe(
            String kind, String key, Executable executable, String signature, Block block) {
        List<String> answer = new ArrayList<>();
        answer.add(Integer.toHexString(executable.getModifiers()));
        if (signature != null) {
            answer.add(signature);
        }
        for (Class<?> exception : executable.getExceptionTypes()) {
            answer.add("throws " + Vm.name(exception));
        }
        block.list(kind, key, answer);
        ClassFacts.annotations(kind + "-annotations", key, executable::getDeclaredAnnotations, block);
    }

    /**
     * Not for constructors: compilers differ in whether parameters that they added count, and
     * reflection guesses.
     */
    private static void parameters(String key, Method method, Block block) {
        try {
            List<String> answer = new ArrayList<>();
            Annotation[][] parameters = method.getParameterAnnotations();
            for (int i = 0; i < parameters.length; i++) {
                for (Annotation annotation : parameters[i]) {
                    answer.add(i + ":" + Vm.name(annotation.annotationType()));
                }
            }
            if (!answer.isEmpty()) {
                block.list("parameter-annotations", key, answer);
            }
        } catch (LinkageError | AnnotationFormatError | RuntimeException problem) {
            block.without("parameter-annotations", key, problem);
        }
    }

    private static String descriptor(Executable executable, Class<?> returned) {
        StringBuilder descriptor = new StringBuilder("(");
        Stream.of(executable.getParameterTypes()).forEach(type -> descriptor.append(type.descriptorString()));
        return descriptor.append(')').append(returned.descriptorString()).toString();
    }

    private static MethodHandle signature(Class<?> type) {
        try {
            return Vm.TRUSTED.findGetter(type, "signature", String.class);
        } catch (ReflectiveOperationException problem) {
            throw new AssertionError(problem);
        }
    }
}
