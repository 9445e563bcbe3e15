package references;

class Point {
    final int x;
    int y;

    Point(int x) {
        this.x = x;
    }
}

interface Source { int next(); String name(); Source other(); }

abstract class Base {
    abstract int size();

    int twice() {
        return 2 * size();
    }
}

final class Sealing {}

public class References {
    private final int limit;

    public References(int limit) {
        this.limit = limit;
    }

    public int above(int a) {
        if (limit == $A)
            if (a > limit)
                return 1;
        return 0;
    }

    public static int field(Point p) {
        if (p.x == $A)
            return 1;
        return 0;
    }

    public static int assigned(Point p) {
        if (p.y == $B)
            return 1;
        return 0;
    }

    public static int same(Point a, Point b) {
        if (a == null)
            return 0;
        if (a == b)
            return 1;
        return 2;
    }

    public static int answers(Source s) {
        if (s.next() == $A)
            if (s.next() == $B)
                return 1;
        return 0;
    }

    public static int nested(Source s) {
        Source other = s.other();
        if (other == null)
            return 0;
        if (other.next() > $C)
            return 1;
        return 2;
    }

    public static int named(Source s) {
        if ("n$A".equals(s.name()))
            return 1;
        return 0;
    }

    public static int real(Base b) {
        if (b.twice() == 2 * $B)
            return 1;
        return 0;
    }

    public static int array(int[] a) {
        if (a == null)
            return 0;
        if (a.length == 3)
            return 1;
        return 2;
    }

    public static int element(int[] a) {
        if (a.length == 2)
            if (a[1] == $A)
                return 1;
        return 0;
    }

    public static int closed(Object o) {
        if (o instanceof Sealing)
            return 1;
        if (o instanceof Source && o instanceof Runnable)
            return 2;
        return 0;
    }

    public static int cast(Object o) {
        Source s = (Source) o; // bug
        return s.next() == 3 ? 1 : 0;
    }
}
