import java.lang.invoke.MethodHandles.Lookup;

/** What a class may use of another that it may have nothing to do with, and what it has of its members. */
final class AccessFacts {
    private AccessFacts() {}

    static void describe(Class<?> type, Class<?> other, Block block) {
        String name = Vm.name(other);
        block.fact("assignable", "to " + name, "" + other.isAssignableFrom(type));
        block.fact("assignable", "from " + name, "" + type.isAssignableFrom(other));
        Vm.Members members = Vm.members(other);
        for (Vm.Member method : members.methods.values()) {
            String key = method.key;
            block.fact("resolve", key, LinkFacts.resolve(type, method.name, method.descriptor, null).toString());
        }
        if (!type.getModule().canRead(other.getModule())) {
            // That modules read each other is taken for granted.
            block.note("unread", name);
            return;
        }
        block.fact("access", name, canAccess(type, other) ? "yes" : "no");
        for (Vm.Member method : members.methods.values()) {
            Vm.Resolved resolved = LinkFacts.resolve(other, method.name, method.descriptor, type);
            block.fact("access", name + "." + method.key, resolved.toString());
        }
        for (Vm.Member field : members.fields) {
            Vm.Resolved resolved = Vm.resolve(Vm.GET_FIELD, other, field.name, field.descriptor, type);
            block.fact("access", name + "." + field.key, resolved.toString());
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
