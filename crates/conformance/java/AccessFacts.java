import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;

/** The access that an unrelated class has to another, and whether it has the like. */
final class AccessFacts {
    private static final String TRUSTED_CLASS = "jdk.internal.reflect.MagicAccessorImpl";
    private static final int FULL_POWER = Vm.TRUSTED.in(AccessFacts.class).lookupModes();
    private static final MethodHandle MEMBER_ACCESS = Vm.handle(
            "sun.invoke.util.VerifyAccess",
            "isMemberAccessible",
            "(Ljava/lang/Class;Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/Class;I)Z");

    private AccessFacts() {}

    static void describe(Class<?> type, Class<?> other, Block block) {
        String name = Vm.name(other);
        block.fact("assignable", "to " + name, "" + other.isAssignableFrom(type));
        block.fact("assignable", "from " + name, "" + type.isAssignableFrom(other));
        Vm.Members members = Vm.members(other);
        members.methods.values().forEach(method -> LinkFacts.resolved(type, method, block));
        if (!type.getModule().canRead(other.getModule())) {
            // That modules read each other is taken for granted.
            block.note("unread", name);
            return;
        }
        block.fact("access", name, canAccess(type, other) ? "yes" : "no");
        // Resolution itself checks the access to methods, but not to the class that a reference names,
        // nor to fields: there lookups check.
        for (Vm.Member method : members.methods.values()) {
            if (Vm.isPolymorphic(other, method.name)) {
                block.without("access", name + "." + method.key, "signature-polymorphic");
                continue;
            }
            Vm.Resolved resolved = LinkFacts.resolve(other, method.name, method.descriptor, type);
            block.fact("access", name + "." + method.key, resolved.toString());
        }
        for (Vm.Member field : members.fields) {
            block.fact("access", name + "." + field.key, canAccess(type, other, field) ? "yes" : "no");
        }
    }

    /** Until JDK-8327624, HotSpot checked no access from the subclasses of one class. */
    static boolean isTrusted(Class<?> type) {
        return Vm.supertypes(type).stream().anyMatch(each -> each.getName().equals(TRUSTED_CLASS));
    }

    private static boolean canAccess(Class<?> type, Class<?> other, Vm.Member field) {
        try {
            Class<?> previous = null;
            return (boolean) MEMBER_ACCESS.invokeExact(
                    (Class<?>) other, (Class<?>) other, field.modifiers, (Class<?>) type, previous, FULL_POWER);
        } catch (Throwable problem) {
            throw new AssertionError(type + " " + other + " " + field.key, problem);
        }
    }

    private static boolean canAccess(Class<?> type, Class<?> other) {
        Lookup lookup = Vm.TRUSTED.in(type);
        try {
            lookup.accessClass(other);
            return true;
        } catch (IllegalAccessException problem) {
            return false;
        }
    }
}
