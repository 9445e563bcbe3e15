package listing16;

class C {}

interface I {}

public class Listing16 {
    // Listing 17: the symbolic execution does not see how the result comes about.
    static int bar(int x) {
        return Integer.parseInt(x == 0 ? "1" : Integer.toString(x));
    }

    public static int foo(final C c, int n, int d) {
        int count = -1;
        if (c instanceof I) {
            count = 0;
            for (int i = 1; i <= n && i <= 100; i++) {
                if (i < 10)
                    count += i / Listing16.bar(d);
                else
                    count += i / d; // bug
            }
        }
        return count;
    }
}
