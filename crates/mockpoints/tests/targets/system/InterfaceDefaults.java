// A default method and a static method of an interface have code, and can be points.
package targets.system.interfacedefaults;

interface Stamped {
    String name();

    default String stamped() { // point: system
        return name() + "@" + System.currentTimeMillis();
    }

    default String plain() { // no point
        System.out.println(System.currentTimeMillis());
        return name();
    }

    static long now() { // point: system
        return System.currentTimeMillis();
    }
}
