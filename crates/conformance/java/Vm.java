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
import jdk.vm.ci.meta.JavaType;
import jdk.vm.ci.meta.ResolvedJavaField;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.ResolvedJavaType;
import jdk.vm.ci.runtime.JVMCI;
import jdk.vm.ci.runtime.JVMCIBackend;

/**
 * Answers of the JVM itself, without running any of the code that is asked about.
 *
 * <p>Resolution is that of method handles: {@code MethodHandleNatives.resolve}, which all lookups end
 * in, asked directly because it takes descriptors as text, so that the types in them need not exist, and
 * because it makes no method handle. Selection is that of JVMCI, the interface for compilers in Java: it
 * reads the virtual and interface tables that real calls go through, which no lookup shows.
 */
final class Vm {
    /** {@code Lookup.IMPL_LOOKUP}, which may do anything. */
    static final Lookup TRUSTED = trusted();

    // Kinds of references, as in the constant pool (JVMS table 5.4.3.5-A).
    static final byte GET_FIELD = 1;
    static final byte INVOKE_VIRTUAL = 5;
    static final byte INVOKE_STATIC = 6;
    static final byte INVOKE_SPECIAL = 7;
    static final byte NEW_INVOKE_SPECIAL = 8;
    static final byte INVOKE_INTERFACE = 9;

    // Flags of MemberName.
    private static final int IS_METHOD = 0x10000;
    private static final int IS_CONSTRUCTOR = 0x20000;
    private static final int IS_FIELD = 0x40000;

    private static final Class<?> MEMBER_NAME = type("java.lang.invoke.MemberName");
    private static final MethodHandle NEW = handle(MEMBER_NAME, "<init>", "()V");
    private static final MethodHandle INIT =
            handle(MEMBER_NAME, "init", "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Object;I)V");
    private static final MethodHandle RESOLVE = handle(
            "java.lang.invoke.MethodHandleNatives",
            "resolve",
            "(Ljava/lang/invoke/MemberName;Ljava/lang/Class;IZ)Ljava/lang/invoke/MemberName;");
    private static final MethodHandle DECLARING =
            handle(MEMBER_NAME, "getDeclaringClass", "()Ljava/lang/Class;");
    private static final MethodHandle MODIFIERS = handle(MEMBER_NAME, "getModifiers", "()I");

    private static final JVMCIBackend JVMCI_BACKEND = JVMCI.getRuntime().getHostJVMCIBackend();
    private static final Map<Class<?>, Members> MEMBERS = new ConcurrentHashMap<>();
    private static final Map<ResolvedJavaType, Members> MEMBERS_BY_TYPE = new ConcurrentHashMap<>();
    private static final int NEW_INSTRUCTION = 0xbb;

    private Vm() {}

    /**
     * The target of a reference: a class that declares the member, or an error. If both, the class has
     * a method that it does not declare and that throws the error; see {@link #thrown}.
     */
    record Resolved(String declaring, boolean isStatic, String error) {
        @Override
        public String toString() {
            return error != null ? "!" + error : isStatic ? "static " + declaring : declaring;
        }

        boolean isOverpass() {
            return error != null && declaring != null;
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
        int what = kind < INVOKE_VIRTUAL ? IS_FIELD : kind == NEW_INVOKE_SPECIAL ? IS_CONSTRUCTOR : IS_METHOD;
        Object member;
        try {
            member = (Object) NEW.invokeExact();
            INIT.invokeExact(member, (Class<?>) named, name, (Object) descriptor, what | kind << 24);
            member = (Object) RESOLVE.invokeExact(member, (Class<?>) caller, -1, false);
            boolean isStatic = Modifier.isStatic((int) MODIFIERS.invokeExact(member));
            Class<?> declaring = (Class<?>) DECLARING.invokeExact(member);
            if (what == IS_METHOD && isVague(declaring, named, name + descriptor)) {
                return holder(member);
            }
            return new Resolved(name(declaring), isStatic, null);
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

    /** Lookups make these themselves, below there is no one to ask. */
    private static Resolved resolve(Class<?> named, Member polymorphic, String descriptor) {
        try {
            MethodType type = MethodType.fromMethodDescriptorString(descriptor, null);
            MethodHandle handle = polymorphic.isStatic()
                    ? TRUSTED.findStatic(named, polymorphic.name, type)
                    : TRUSTED.findVirtual(named, polymorphic.name, type);
            Class<?> declaring = TRUSTED.revealDirect(handle).getDeclaringClass();
            return new Resolved(name(declaring), polymorphic.isStatic(), null);
        } catch (ReflectiveOperationException problem) {
            throw new AssertionError(named + "." + polymorphic.key + " as " + descriptor, problem);
        }
    }

    /**
     * For an interface's method that is called through a class, method handles name that class, whose
     * virtual table the call goes through; that is {@code Object} for what interfaces declare again.
     */
    private static boolean isVague(Class<?> declaring, Class<?> named, String key) {
        return named.isInterface() && declaring == Object.class || !members(declaring).methods.containsKey(key);
    }

    /** The method that was found says itself where it is from. */
    private static Resolved holder(Object member) {
        var reflection = (HotSpotConstantReflectionProvider) JVMCI_BACKEND.getConstantReflection();
        ResolvedJavaMethod method =
                reflection.getMethodHandleAccess().resolveLinkToTarget(reflection.forObject(member));
        return new Resolved(name(method.getDeclaringClass()), method.isStatic(), thrown(method));
    }

    /**
     * The error that a method throws which no class file has. HotSpot gives classes such methods
     * ("overpasses") in place of what they inherit from interfaces alone and must not be called: methods
     * that are abstract there, or that several interfaces have a body for. Null for other methods.
     */
    static String thrown(ResolvedJavaMethod method) {
        String key = method.getName() + method.getSignature().toMethodDescriptor();
        if (members(method.getDeclaringClass()).methods.containsKey(key) || method.isConstructor()) {
            return null;
        }
        byte[] code = method.getCode();
        if ((code[0] & 0xff) != NEW_INSTRUCTION) {
            throw new AssertionError(method + " does not throw");
        }
        int index = (code[1] & 0xff) << 8 | code[2] & 0xff;
        String error = name(method.getConstantPool().lookupType(index, NEW_INSTRUCTION));
        return error.substring(error.lastIndexOf('/') + 1);
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
        if (found == null) {
            found = members(JVMCI_BACKEND.getMetaAccess().lookupJavaType(type));
            MEMBERS.put(type, found);
        }
        return found;
    }

    private static Members members(ResolvedJavaType type) {
        Members found = MEMBERS_BY_TYPE.get(type);
        return found != null ? found : MEMBERS_BY_TYPE.computeIfAbsent(type, Members::new);
    }

    /** The class file's own members, as JVMCI lists them. */
    static final class Members {
        final ResolvedJavaType type;
        /** Without constructors and class initialisers. */
        final Map<String, Member> methods = new LinkedHashMap<>();
        final List<Member> constructors = new ArrayList<>();
        final List<Member> fields = new ArrayList<>();

        private Members(ResolvedJavaType type) {
            this.type = type;
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
                    // Those that the JVM adds to some classes of its own are internal.
                    if (!field.isInternal()) {
                        fields.add(new Member(field));
                    }
                }
            }
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

        private Member(ResolvedJavaField field) {
            this(field.getName(), field.getType().getName(), field.getModifiers(), null);
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

        boolean isAbstract() {
            return Modifier.isAbstract(modifiers);
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
    static String name(JavaType type) {
        String descriptor = type.getName();
        return descriptor.substring(1, descriptor.length() - 1);
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

    /** An instance method or constructor that is not accessible to all. */
    static MethodHandle handle(Class<?> type, String name, String descriptor) {
        try {
            MethodType methodType = MethodType.fromMethodDescriptorString(descriptor, null);
            return opened(
                    name.equals("<init>")
                            ? TRUSTED.findConstructor(type, methodType)
                            : TRUSTED.findVirtual(type, name, methodType));
        } catch (ReflectiveOperationException problem) {
            throw new AssertionError(problem);
        }
    }

    /** A static method that is not accessible to all. */
    static MethodHandle handle(String type, String name, String descriptor) {
        try {
            MethodType methodType = MethodType.fromMethodDescriptorString(descriptor, null);
            return opened(TRUSTED.findStatic(type(type), name, methodType));
        } catch (ReflectiveOperationException problem) {
            throw new AssertionError(problem);
        }
    }

    /** With Object in place of the type that cannot be named here. */
    private static MethodHandle opened(MethodHandle handle) {
        MethodType type = handle.type();
        for (int i = 0; i < type.parameterCount(); i++) {
            if (type.parameterType(i) == MEMBER_NAME) {
                type = type.changeParameterType(i, Object.class);
            }
        }
        return handle.asType(type.returnType() == MEMBER_NAME ? type.changeReturnType(Object.class) : type);
    }
}
