package listing1;

interface I { int doX(); }

interface J { int bar(); }

public class Listing1 {
    public static int foo(I p, int x, Class<?> c) {
        if (p instanceof J) {
            J j = (J) p;
            if (j.bar() > x) {
                int val = p.doX();
                return val;
            }
            return 1;
        }
        return 2;
    }
}
