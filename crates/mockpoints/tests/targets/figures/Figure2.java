// Figure 2: the same source, but its value is only logged.
package targets.figures.figure2;

import java.util.Random;

class C1 {
    public static long m2(long input) { // no point
        printLog((new Random()).nextInt());
        return input;
    }

    private static void printLog(int number) { // no point
        System.out.println(number);
    }
}
