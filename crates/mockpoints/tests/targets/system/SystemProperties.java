// Properties of the JVM, by themselves and by the number types.
package targets.system.systemproperties;

class Limits {
    int workers() { // point: system
        return Integer.getInteger("shop.workers", 4);
    }

    boolean isVerbose() { // point: system
        return Boolean.getBoolean("shop.verbose");
    }

    String folder() { // point: system
        return System.getProperty("java.io.tmpdir", "/tmp") + "/shop";
    }

    int fixed(String text) { // no point
        System.out.println(System.getProperty("shop.workers"));
        return Integer.parseInt(text);
    }
}
