import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.vm.ci.hotspot.HotSpotConstantReflectionProvider;
import jdk.vm.ci.meta.ResolvedJavaField;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.ResolvedJavaType;
import jdk.vm.ci.runtime.JVMCI;
import jdk.vm.ci.runtime.JVMCIBackend;

/**
 * What the JVM itself does, without running any of the code that is asked about.
 *
 * <p>Resolution is that of method handles: {@code MethodHandleNatives.resolve}, which all lookups end
 * in, asked directly because it takes descriptors as text, so that the types in them need not exist, and
 * because it makes no method handle. Selection is that of JVMCI, the interface for compilers in Java: it
 * reads the virtual and interface tables that real calls go through, which no lookup shows.
 */
final class Vm {
    /** {@code Lookup.IMPL_LOOKUP}, which may do anything. */
    static final Lookup TRUSTED = trusted();

    static final byte GET_FIELD = 1;
    static final byte INVOKE_VIRTUAL = 5;
    static final byte INVOKE_STATIC = 6;
    static final byte INVOKE_SPECIAL = 7;
    static final byte NEW_INVOKE_SPECIAL = 8;
    static final byte INVOKE_INTERFACE = 9;

    private static final Class<?> MEMBER_NAME = type("java.lang.invoke.MemberName");
    private static final Class<?> NATIVES = type("java.lang.invoke.MethodHandleNatives");
    private static final MethodHandle NEW = handle(MEMBER_NAME, "<init>", "()V");
    private static final MethodHandle INIT =
            handle(MEMBER_NAME, "init", "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Object;I)V");
    private static final MethodHandle RESOLVE = handle(
            NATIVES,
            "resolve",
            "(Ljava/lang/invoke/MemberName;Ljava/lang/Class;IZ)Ljava/lang/invoke/MemberName;");
    private static final MethodHandle DECLARING = handle(MEMBER_NAME, "getDeclaringClass", "()Ljava/lang/Class;");
    private static final MethodHandle MODIFIERS = handle(MEMBER_NAME, "getModifiers", "()I");

    private static final JVMCIBackend JVMCI_BACKEND = JVMCI.getRuntime().getHostJVMCIBackend();
    private static final Map<Class<?>, Members> MEMBERS = new ConcurrentHashMap<>();

    private Vm() {}

    /** What a reference resolves to: a class that declares the member, or an error. */
    record Resolved(Class<?> declaring, boolean isStatic, String error) {
        @Override
        public String toString() {
            return error != null ? "!" + error : (isStatic ? "static " : "") + name(declaring);
        }

        boolean isError(Class<? extends Error> type) {
            return type.getSimpleName().equals(error);
        }
    }

    /**
     * Resolves a reference as if code of {@code caller} had it; without a caller, access is not checked.
     */
    static Resolved resolve(byte kind, Class<?> named, String name, String descriptor, Class<?> caller) {
        Member polymorphic = polymorphic(named, name);
        if (polymorphic != null) {
            return resolve(named, polymorphic, descriptor);
        }
        int flags = kind << 24 | (kind < INVOKE_VIRTUAL ? 0x40000 : kind == NEW_INVOKE_SPECIAL ? 0x20000 : 0x10000);
        Object member;
        try {
            member = (Object) NEW.invokeExact();
            INIT.invokeExact(member, (Class<?>) named, name, (Object) descriptor, flags);
            member = (Object) RESOLVE.invokeExact(member, (Class<?>) caller, -1, false);
            boolean isStatic = Modifier.isStatic((int) MODIFIERS.invokeExact(member));
            Class<?> declaring = (Class<?>) DECLARING.invokeExact(member);
            if (kind == INVOKE_VIRTUAL && declaring == named && !members(named).declares(name, descriptor)) {
                return holder(member, named);
            }
            return new Resolved(declaring, isStatic, null);
        } catch (LinkageError problem) {
            return new Resolved(null, false, problem.getClass().getSimpleName());
        } catch (Throwable problem) {
            throw new AssertionError(named + "." + name + descriptor, problem);
        }
    }

    /** Whether the class has a signature-polymorphic method of this name, which any descriptor finds. */
    static boolean isPolymorphic(Class<?> type, String name) {
        return polymorphic(type, name) != null;
    }

    private static Member polymorphic(Class<?> type, String name) {
        if (type != MethodHandle.class && type != VarHandle.class) {
            return null;
        }
        for (Member method : members(type).methods.values()) {
            if (method.name.equals(name) && method.isNative() && method.isVarArgs()) {
                return method;
            }
        }
        return null;
    }

    /** Lookups make these themselves, below is no one to ask. */
    private static Resolved resolve(Class<?> named, Member polymorphic, String descriptor) {
        try {
            MethodType type = MethodType.fromMethodDescriptorString(descriptor, null);
            MethodHandle handle = polymorphic.isStatic()
                    ? TRUSTED.findStatic(named, polymorphic.name, type)
                    : TRUSTED.findVirtual(named, polymorphic.name, type);
            Class<?> declaring = TRUSTED.revealDirect(handle).getDeclaringClass();
            return new Resolved(declaring, polymorphic.isStatic(), null);
        } catch (ReflectiveOperationException problem) {
            throw new AssertionError(named + "." + polymorphic.key + " as " + descriptor, problem);
        }
    }

    /**
     * For an interface's method that is found in a class, method handles name that class, whose virtual
     * table the call goes through. The method itself says where it is from.
     */
    private static Resolved holder(Object member, Class<?> named) {
        var reflection = (HotSpotConstantReflectionProvider) JVMCI_BACKEND.getConstantReflection();
        ResolvedJavaMethod method =
                reflection.getMethodHandleAccess().resolveLinkToTarget(reflection.forObject(member));
        return new Resolved(mirror(method.getDeclaringClass(), named), method.isStatic(), null);
    }

    /** The method that a virtual or interface call runs; null if there is none. */
    static ResolvedJavaMethod select(ResolvedJavaType receiver, ResolvedJavaMethod resolved) {
        return receiver.resolveMethod(resolved, resolved.getDeclaringClass());
    }

    /** Links a class, which verifies it and makes its tables, but does not initialise it. */
    static void link(Class<?> type) {
        members(type);
    }

    static boolean isLinkable(Class<?> type) {
        try {
            link(type);
            return true;
        } catch (LinkageError problem) {
            return false;
        }
    }

    /** All proper supertypes, {@code Object} among those of interfaces as well. */
    static Set<Class<?>> supertypes(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        if (type.isInterface()) {
            found.add(Object.class);
        }
        collect(type, found);
        return found;
    }

    private static void collect(Class<?> type, Set<Class<?>> found) {
        Class<?> superclass = type.getSuperclass();
        if (superclass != null && found.add(superclass)) {
            collect(superclass, found);
        }
        for (Class<?> each : type.getInterfaces()) {
            if (found.add(each)) {
                collect(each, found);
            }
        }
    }

    /** The declared members, whether or not the types in their descriptors exist. Links the class. */
    static Members members(Class<?> type) {
        Members found = MEMBERS.get(type);
        return found != null ? found : MEMBERS.computeIfAbsent(type, Members::new);
    }

    /** The class file's own members, as JVMCI lists them. */
    static final class Members {
        final ResolvedJavaType type;
        /** Without constructors and class initialisers. */
        final Map<String, Member> methods = new LinkedHashMap<>();
        final List<Member> constructors = new ArrayList<>();
        final List<Member> fields = new ArrayList<>();

        private Members(Class<?> mirror) {
            type = JVMCI_BACKEND.getMetaAccess().lookupJavaType(mirror);
            type.link();
            for (ResolvedJavaMethod method : type.getDeclaredMethods()) {
                Member member = new Member(method);
                methods.put(member.key, member);
            }
            for (ResolvedJavaMethod method : type.getDeclaredConstructors()) {
                constructors.add(new Member(method));
            }
            for (ResolvedJavaField[] some : List.of(type.getInstanceFields(false), type.getStaticFields())) {
                for (ResolvedJavaField field : some) {
                    fields.add(new Member(field.getName(), field.getType().getName(), field.getModifiers(), null));
                }
            }
        }

        boolean declares(String name, String descriptor) {
            return methods.containsKey(name + descriptor);
        }
    }

    /** A field or method. */
    static final class Member {
        final String name;
        final String descriptor;
        final String key;
        final int modifiers;
        final ResolvedJavaMethod method;

        private Member(ResolvedJavaMethod method) {
            this(method.getName(), method.getSignature().toMethodDescriptor(), method.getModifiers(), method);
        }

        private Member(String name, String descriptor, int modifiers, ResolvedJavaMethod method) {
            this.name = name;
            this.descriptor = descriptor;
            this.key = (method == null ? name + ":" : name) + descriptor;
            this.modifiers = modifiers;
            this.method = method;
        }

        boolean isStatic() {
            return Modifier.isStatic(modifiers);
        }

        boolean isNative() {
            return Modifier.isNative(modifiers);
        }

        boolean isVarArgs() {
            return method != null && method.isVarArgs();
        }

        boolean isPrivate() {
            return Modifier.isPrivate(modifiers);
        }
    }

    /** The internal name. */
    static String name(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /** The internal name. */
    static String name(ResolvedJavaType type) {
        String descriptor = type.getName();
        return descriptor.substring(1, descriptor.length() - 1);
    }

    private static Class<?> mirror(ResolvedJavaType type, Class<?> subtype) {
        if (type.equals(members(subtype).type)) {
            return subtype;
        }
        for (Class<?> supertype : supertypes(subtype)) {
            if (type.equals(members(supertype).type)) {
                return supertype;
            }
        }
        throw new AssertionError(type + " is no supertype of " + subtype);
    }

    private static Lookup trusted() {
        try {
            Field field = Lookup.class.getDeclaredField("IMPL_LOOKUP");
            field.setAccessible(true);
            return (Lookup) field.get(null);
        } catch (ReflectiveOperationException problem) {
            throw new AssertionError(problem);
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException problem) {
            throw new AssertionError(problem);
        }
    }

    /** A method that is not open to anybody; types that cannot be named here become Object. */
    static MethodHandle handle(Class<?> type, String name, String descriptor) {
        try {
            var methodType = MethodType.fromMethodDescriptorString(descriptor, null);
            MethodHandle handle;
            if (name.equals("<init>")) {
                handle = TRUSTED.findConstructor(type, methodType);
            } else if (type == NATIVES) {
                handle = TRUSTED.findStatic(type, name, methodType);
            } else {
                handle = TRUSTED.findVirtual(type, name, methodType);
            }
            var open = handle.type();
            for (int i = 0; i < open.parameterCount(); i++) {
                if (open.parameterType(i) == MEMBER_NAME) {
                    open = open.changeParameterType(i, Object.class);
                }
            }
            if (open.returnType() == MEMBER_NAME) {
                open = open.changeReturnType(Object.class);
            }
            return handle.asType(open);
        } catch (ReflectiveOperationException problem) {
            throw new AssertionError(problem);
        }
    }
}
