import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/**
 * The members that references to a class resolve to, and which methods calls run: for every name and
 * descriptor that the class or one of its supertypes declares.
 */
final class LinkFacts {
    private final Class<?> type;
    private final Set<Class<?>> supertypes;
    private final Block block;

    private LinkFacts(Class<?> type, Block block) {
        this.type = type;
        this.supertypes = Vm.supertypes(type);
        this.block = block;
    }

    static void describe(Class<?> type, Block block) {
        LinkFacts facts = new LinkFacts(type, block);
        facts.methods();
        facts.constructors();
        facts.fields();
        facts.referenceKinds();
        if (!type.isInterface()) {
            facts.selection();
        }
        if (type.getSuperclass() != null) {
            facts.specialCalls(type.getSuperclass());
        }
        for (Class<?> each : type.getInterfaces()) {
            facts.specialCalls(each);
        }
    }

    /** As an instance method, else as a static one. */
    static Vm.Resolved resolve(Class<?> named, String name, String descriptor, Class<?> caller) {
        byte kind = named.isInterface() ? Vm.INVOKE_INTERFACE : Vm.INVOKE_VIRTUAL;
        Vm.Resolved resolved = Vm.resolve(kind, named, name, descriptor, caller);
        if (resolved.isError(IncompatibleClassChangeError.class) && !resolved.isOverpass()) {
            return Vm.resolve(Vm.INVOKE_STATIC, named, name, descriptor, caller);
        }
        return resolved;
    }

    /** The meaning of a method's name and descriptor in a class. */
    static void resolved(Class<?> type, Vm.Member method, Block block) {
        if (inheritsPolymorphic(type, method.name)) {
            // JVMS 5.4.3.3 searches superclasses for these too, HotSpot does not.
            block.without("resolve", method.key, "signature-polymorphic");
            return;
        }
        Vm.Resolved resolved = resolve(type, method.name, method.descriptor, null);
        if (type.isInterface() && resolved.isError(IllegalAccessError.class)) {
            // HotSpot takes the interface for the receiver's class too, and selects the protected method
            // of Object that has this name and descriptor.
            block.without("resolve", method.key, "protected in Object");
            return;
        }
        if (resolved.isOverpass()) {
            block.note("overpass", method.key);
        }
        block.fact("resolve", method.key, resolved.toString());
    }

    private static boolean inheritsPolymorphic(Class<?> type, String name) {
        Class<?> above = type.getSuperclass();
        return above != null && (Vm.isPolymorphic(above, name) || inheritsPolymorphic(above, name));
    }

    private void methods() {
        methodsOf(type, supertypes).values().forEach(method -> resolved(type, method, block));
        for (Vm.Member method : Vm.members(type).methods.values()) {
            if (!method.isStatic() && !Vm.isPolymorphic(type, method.name)) {
                Vm.Resolved resolved = Vm.resolve(Vm.INVOKE_STATIC, type, method.name, method.descriptor, null);
                block.fact("resolve-static", method.key, resolved.toString());
            }
        }
    }

    private void constructors() {
        Set<String> descriptors = new TreeSet<>();
        Vm.members(type).constructors.forEach(member -> descriptors.add(member.descriptor));
        if (type.getSuperclass() != null) {
            Vm.members(type.getSuperclass()).constructors.forEach(member -> descriptors.add(member.descriptor));
        }
        for (String descriptor : descriptors) {
            Vm.Resolved resolved = Vm.resolve(Vm.NEW_INVOKE_SPECIAL, type, "<init>", descriptor, null);
            block.fact("resolve-constructor", descriptor, resolved.toString());
        }
    }

    private void fields() {
        Map<String, Vm.Member> fields = new LinkedHashMap<>();
        Vm.members(type).fields.forEach(field -> fields.put(field.key, field));
        for (Class<?> supertype : supertypes) {
            Vm.members(supertype).fields.forEach(field -> fields.put(field.key, field));
        }
        for (Vm.Member field : fields.values()) {
            Vm.Resolved resolved = Vm.resolve(Vm.GET_FIELD, type, field.name, field.descriptor, null);
            block.fact("resolve-field", field.key, resolved.toString());
        }
    }

    /** A reference that says class must not find an interface, nor the other way round. */
    private void referenceKinds() {
        String descriptor = "()Ljava/lang/String;";
        Vm.Resolved asClass = Vm.resolve(Vm.INVOKE_VIRTUAL, type, "toString", descriptor, null);
        Vm.Resolved asInterface = Vm.resolve(Vm.INVOKE_INTERFACE, type, "toString", descriptor, null);
        block.fact("reference-kind", "class", asClass.toString());
        block.fact("reference-kind", "interface", asInterface.toString());
    }

    /** The methods that run when a method of a supertype is called on an object of exactly this class. */
    private void selection() {
        Vm.Members members = Vm.members(type);
        Map<String, List<String>> overridden = new LinkedHashMap<>();
        List<Class<?>> all = new ArrayList<>(supertypes);
        all.add(type);
        for (Class<?> declaring : all) {
            String name = Vm.name(declaring);
            for (Vm.Member method : Vm.members(declaring).methods.values()) {
                if (method.isStatic() || method.isPrivate() || Vm.isPolymorphic(declaring, method.name)) {
                    continue;
                }
                String about = name + "." + method.key;
                ResolvedJavaMethod selected = Vm.select(members.type, method.method);
                Vm.Member hidden = selected == null && declaring.isInterface() ? notPublic(method.key) : null;
                if (hidden != null && hidden.isAbstract()) {
                    // Nothing can be called on a class without objects, and two rules say why.
                    block.without("select", about, "neither public nor implemented");
                    continue;
                }
                block.fact("select", about, hidden != null ? "!IllegalAccessError" : answer(selected));
                boolean isOwn = hidden != null
                        ? hidden == members.methods.get(method.key)
                        : selected != null && selected.getDeclaringClass().equals(members.type);
                if (declaring != type && isOwn && members.methods.containsKey(method.key)) {
                    overridden.computeIfAbsent(method.key, key -> new ArrayList<>()).add(name);
                }
            }
        }
        overridden.forEach((key, names) -> block.list("overrides", key, new TreeSet<>(names)));
    }

    private static String answer(ResolvedJavaMethod selected) {
        String thrown = selected == null ? "none"
                : selected.isAbstract() ? "AbstractMethodError"
                : Vm.thrown(selected);
        return thrown != null ? "!" + thrown : Vm.name(selected.getDeclaringClass());
    }

    /**
     * The method that an interface's method leads to, if it is not public: the call fails then (JVMS 6.5,
     * invokeinterface), although the method overrides the interface's.
     */
    private Vm.Member notPublic(String key) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            Vm.Member method = Vm.members(each).methods.get(key);
            if (method != null && !method.isStatic() && !method.isPrivate()) {
                return Modifier.isPublic(method.modifiers) ? null : method;
            }
        }
        return null;
    }

    /**
     * The methods that {@code super.m()} and {@code Interface.super.m()} in this class run, for what the
     * class or the named supertype itself declares.
     */
    private void specialCalls(Class<?> named) {
        for (Vm.Member method : methodsOf(named, Set.of(type)).values()) {
            String about = Vm.name(named) + "." + method.key;
            if (Vm.isPolymorphic(named, method.name) || inheritsPolymorphic(named, method.name)) {
                block.without("special", about, "signature-polymorphic");
                continue;
            }
            Vm.Resolved selected = Vm.resolve(Vm.INVOKE_SPECIAL, named, method.name, method.descriptor, type);
            block.fact("special", about, selected.toString());
        }
    }

    private static Map<String, Vm.Member> methodsOf(Class<?> type, Set<Class<?>> supertypes) {
        Map<String, Vm.Member> methods = new LinkedHashMap<>(Vm.members(type).methods);
        for (Class<?> supertype : supertypes) {
            methods.putAll(Vm.members(supertype).methods);
        }
        return methods;
    }
}
