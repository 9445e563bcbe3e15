// The lazy singleton with two checks writes its field while the program runs; the eager one is a constant.
package targets.internal.doublechecked;

class Registry {
    private static volatile Registry instance;

    static Registry instance() { // point: internal
        Registry found = instance;
        if (found == null) {
            synchronized (Registry.class) {
                found = instance;
                if (found == null) {
                    found = new Registry();
                    instance = found;
                }
            }
        }
        return found;
    }
}

class Directory {
    private static final Directory INSTANCE = new Directory();

    static Directory instance() { // no point
        return INSTANCE;
    }
}

class Program {
    public static void main(String[] arguments) { // no point
        System.out.println(Registry.instance() == null || Directory.instance() == null);
    }
}
