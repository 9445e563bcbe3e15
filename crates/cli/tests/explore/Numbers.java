package numbers;

public class Numbers {
    public static int equal(int a) {
        if (a == $A)
            return 1;
        return 0;
    }

    public static int linear(int a) {
        if (3 * a + 7 == 3 * $B + 7)
            return 1;
        return 0;
    }

    public static int between(int a) {
        if (a > $A)
            if (a < $A + 3)
                return 1;
        return 0;
    }

    // A system of two equations needs a solver.
    public static int two(int a, int b) {
        if (a + b == $C)
            if (a - b == 2)
                return 1; // solver
        return 0;
    }

    public static int nested(int a, int b) {
        if (a > b)
            if (b > $B)
                return a == $C * 10 ? 3 : 2;
        return 0;
    }

    public static int longs(long a) {
        if (a == 5000000000L + $A)
            return 1;
        if (a > 9000000000L)
            return 2;
        return 0;
    }

    public static int bytes(byte b, short s, char c) {
        if (b == 100)
            if (s == -$A)
                if (c == 'x')
                    return 1;
        return 0;
    }

    public static int impossibleByte(byte b) {
        if (b == 200)
            return 1; // missed
        return 0;
    }

    public static int flags(boolean a, boolean b) {
        if (a && !b)
            return 1;
        if (!a && b)
            return 2;
        return 0;
    }

    public static int contradiction(int a) {
        if (a > 10)
            if (a < 5)
                return 1; // missed
        return 0;
    }

    public static int doubles(double d) {
        if (d > $A + 0.5)
            return 1;
        if (d == -$B)
            return 2;
        if (d != d)
            return 3;
        return 0;
    }

    public static int floats(float f) {
        if (f < -$C)
            return 1;
        return 0;
    }

    public static int divide(int a, int b) {
        return a / (b - $A); // bug
    }

    public static int mask(int a) {
        if ((a & 0xff) == 7)
            return 1;
        return 0;
    }

    public static int negative(int a) {
        if (-a == $B)
            return 1;
        return 0;
    }

    public static int minimum(int a) {
        if (a < 0 && -a < 0)
            return 1;
        return 0;
    }
}
