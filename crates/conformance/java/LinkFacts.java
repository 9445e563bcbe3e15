import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/**
 * What references to the members of a class resolve to, and which methods calls run: for every name and
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
        if (resolved.isError(IncompatibleClassChangeError.class)) {
            return Vm.resolve(Vm.INVOKE_STATIC, named, name, descriptor, caller);
        }
        return resolved;
    }

    private void methods() {
        for (Vm.Member method : methodsOf(type, supertypes).values()) {
            block.fact("resolve", method.key, resolve(type, method.name, method.descriptor, null).toString());
        }
        for (Vm.Member method : Vm.members(type).methods.values()) {
            if (!method.isStatic()) {
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
                ResolvedJavaMethod selected = Vm.select(members.type, method.method);
                String answer = selected == null ? "none"
                        : selected.isAbstract() ? "abstract"
                        : Vm.name(selected.getDeclaringClass());
                block.fact("select", name + "." + method.key, answer);
                if (declaring != type && selected != null && selected.getDeclaringClass().equals(members.type)) {
                    overridden.computeIfAbsent(method.key, key -> new ArrayList<>()).add(name);
                }
            }
        }
        overridden.forEach((key, names) -> block.list("overrides", key, new TreeSet<>(names)));
    }

    /** The methods that {@code super.m()} and {@code Interface.super.m()} in this class run. */
    private void specialCalls(Class<?> named) {
        for (Vm.Member method : methodsOf(named, Vm.supertypes(named)).values()) {
            if (!Vm.isPolymorphic(named, method.name)) {
                Vm.Resolved selected =
                        Vm.resolve(Vm.INVOKE_SPECIAL, named, method.name, method.descriptor, type);
                block.fact("special", Vm.name(named) + "." + method.key, selected.toString());
            }
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
