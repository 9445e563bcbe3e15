package switches;

public class Switches {
    public static int dense(int a) {
        switch (a) {
            case 1:
                return 10;
            case 2:
                return 20;
            case 3:
                return 30;
            default:
                return 0;
        }
    }

    public static int sparse(int a) {
        switch (a) {
            case $A:
                return 10;
            case -$B:
                return 20;
            default:
                return 0;
        }
    }

    public static int loop(int n) {
        int sum = 0;
        for (int i = 0; i < n && i < 50; i++) {
            sum += i;
        }
        if (sum == 10)
            return 1;
        return 0;
    }

    public static int caught(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    public static int thrown(int a) {
        try {
            if (a == $C)
                throw new IllegalStateException("x");
            return 1;
        } catch (IllegalStateException e) {
            return 2;
        } finally {
            calls++;
        } // missed
    }

    static int calls;
}
