package figure1;

import java.util.Random;

class C1 {
    public static String m1(String input) { // point: system
        return input + toString((new Random()).nextInt());
    }
    static String toString(int number) { // no point
        return "" + number;
    }
}
