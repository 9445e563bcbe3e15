// Through the array that the compiler makes for variable arguments.
package targets.system.varargs;

class Keys {
    static String join(Object... parts) { // no point
        StringBuilder key = new StringBuilder();
        for (Object part : parts) {
            key.append(part).append(':');
        }
        return key.toString();
    }

    static int count(Object... parts) { // no point
        return parts.length;
    }

    String unique(String name) { // point: system
        return join(name, System.nanoTime(), "key");
    }

    String plain(String name) { // no point
        System.out.println(join(name, System.nanoTime()));
        return join(name, "key");
    }
}
