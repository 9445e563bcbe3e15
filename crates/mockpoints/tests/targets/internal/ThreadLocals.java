// The thread's own state: set somewhere before, read here.
package targets.internal.threadlocals;

class Tenants {
    private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

    static void enter(String tenant) { // no point
        CURRENT.set(tenant);
    }

    static String table(String name) { // point: internal
        return CURRENT.get() + "_" + name;
    }

    static String plain(String name) { // no point
        System.out.println(CURRENT.get());
        return "all_" + name;
    }

    static void leave() { // no point
        CURRENT.remove();
    }

    public static void main(String[] arguments) { // no point
        enter("north");
        System.out.println(table("orders"));
        leave();
    }
}
