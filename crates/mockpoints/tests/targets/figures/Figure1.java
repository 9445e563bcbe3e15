// Figure 1: chance reaches the returned value. The helper that it goes through is not a point itself.
package targets.figures.figure1;

import java.util.Random;

class C1 {
    public static String m1(String input) { // point: system
        return input + toString((new Random()).nextInt());
    }

    private static String toString(int number) { // no point
        return Integer.toString(number);
    }
}
