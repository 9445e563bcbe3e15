import java.lang.annotation.Annotation;
import java.lang.annotation.AnnotationFormatError;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Facts of reflection about a class as such. */
final class ClassFacts {
    private static final MethodHandle ENCLOSING =
            Vm.handle(Class.class, "getEnclosingMethod0", "()[Ljava/lang/Object;");
    private static final MethodHandle SIGNATURE =
            Vm.handle(Class.class, "getGenericSignature0", "()Ljava/lang/String;");

    private ClassFacts() {}

    static void describe(Class<?> type, List<Class<?>> subtypes, Block block) {
        Class<?> superclass = type.getSuperclass();
        block.fact("superclass", "", superclass == null ? "" : Vm.name(superclass));
        block.list("interfaces", "", Stream.of(type.getInterfaces()).map(Vm::name).toList());
        block.list("supertypes", "", sorted(Vm.supertypes(type)));
        block.list("subtypes", "", sorted(subtypes));
        block.fact("modifiers", "", Integer.toHexString(type.getModifiers()));
        block.list("traits", "", traits(type));
        String module = type.getModule().getName();
        block.fact("module", "", module == null ? "" : module);
        block.fact("nest-host", "", Vm.name(type.getNestHost()));
        if (type.isSealed()) {
            block.list("permitted", "", Stream.of(type.getPermittedSubclasses()).map(Vm::name).toList());
        }
        block.fact("class-signature", "", signature(type));
        nesting(type, block);
        components(type, block);
        annotations("class-annotations", "", type::getDeclaredAnnotations, block);
    }

    private static List<String> traits(Class<?> type) {
        List<String> traits = new ArrayList<>();
        if (type.isInterface()) traits.add("interface");
        if (type.isAnnotation()) traits.add("annotation");
        if (type.isEnum()) traits.add("enum");
        if (type.isRecord()) traits.add("record");
        if (type.isSealed()) traits.add("sealed");
        return traits;
    }

    private static void nesting(Class<?> type, Block block) {
        try {
            String nesting = type.isAnonymousClass() ? "anonymous"
                    : type.isLocalClass() ? "local"
                    : type.isMemberClass() ? "member"
                    : "top-level";
            Class<?> outer = type.getEnclosingClass();
            Object[] method = (Object[]) ENCLOSING.invokeExact((Class<?>) type);
            String simpleName = type.getSimpleName();
            block.fact("nesting", "", nesting);
            block.fact("simple-name", "", simpleName);
            block.fact("outer", "", outer == null ? "" : Vm.name(outer));
            boolean inMethod = method != null && method[1] != null;
            block.fact("enclosing-method", "", inMethod ? "" + method[1] + method[2] : "");
        } catch (LinkageError problem) {
            // Reflection refuses where the InnerClasses attributes of two classes disagree, or where
            // the class around this one is missing.
            List.of("nesting", "simple-name", "outer", "enclosing-method")
                    .forEach(kind -> block.without(kind, "", problem));
        } catch (Throwable problem) {
            throw new AssertionError(type.getName(), problem);
        }
    }

    private static void components(Class<?> type, Block block) {
        if (!type.isRecord()) {
            return;
        }
        try {
            int position = 0;
            for (RecordComponent component : type.getRecordComponents()) {
                String descriptor = component.getType().descriptorString();
                String key = position++ + " " + component.getName() + ":" + descriptor;
                String signature = component.getGenericSignature();
                block.fact("component", key, signature == null ? "" : signature);
                annotations("component-annotations", key, component::getDeclaredAnnotations, block);
            }
        } catch (LinkageError problem) {
            block.without("component", "", problem);
            block.without("component-annotations", "", problem);
        }
    }

    /** Some annotations that may not be readable. */
    interface Annotations {
        Annotation[] get();
    }

    /** Their types, in order; nothing if there are none. */
    static void annotations(String kind, String about, Annotations annotations, Block block) {
        try {
            Annotation[] found = annotations.get();
            if (found.length > 0) {
                block.list(kind, about, Stream.of(found).map(each -> Vm.name(each.annotationType())).toList());
            }
        } catch (LinkageError | AnnotationFormatError | RuntimeException problem) {
            block.without(kind, about, problem);
        }
    }

    private static String signature(Class<?> type) {
        try {
            String signature = (String) SIGNATURE.invokeExact((Class<?>) type);
            return signature == null ? "" : signature;
        } catch (Throwable problem) {
            throw new AssertionError(type.getName(), problem);
        }
    }

    private static TreeSet<String> sorted(Collection<Class<?>> types) {
        TreeSet<String> names = new TreeSet<>();
        types.forEach(type -> names.add(Vm.name(type)));
        return names;
    }
}
