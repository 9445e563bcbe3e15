// Casts and checks of the type let state through.
package targets.system.casts;

class Parsing {
    int low() { // point: system
        Object time = System.currentTimeMillis();
        return (int) (long) (Long) time;
    }

    String text(Object value) { // no point
        Object time = System.currentTimeMillis();
        System.out.println((Long) time);
        return value instanceof String text ? text : "";
    }
}
