// A constant that is picked by chance.
package targets.system.enumpicks;

enum Colour {
    RED,
    GREEN,
    BLUE;

    static Colour any() { // point: system
        return values()[(int) (Math.random() * values().length)];
    }

    static Colour at(int position) { // no point
        System.out.println(Math.random());
        return values()[position % values().length];
    }
}
