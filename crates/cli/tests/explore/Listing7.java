package listing7;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
@interface A {}

@interface Unseen {}

interface I { int m1(); }

interface J { int m2(); }

public class Listing7 {
    static int calls;

    public static void foo(I i) {
        i.m1();
        if (i instanceof J) {
            J j = (J) i;
            int x = j.m2();
            if (i.getClass().isAnnotationPresent(A.class)) {
                m3();
                if (x == $A)
                    m4();
            }
        }
    }

    public static int unseen(I i) {
        i.m1();
        if (i.getClass().isAnnotationPresent(Unseen.class)) {
            return 1; // missed
        }
        return 0;
    }

    static void m3() {
        calls++;
    }

    static void m4() {
        calls += 10;
    }
}
