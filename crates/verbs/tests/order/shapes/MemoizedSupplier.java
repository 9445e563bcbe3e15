// A value that is computed once.
//- memoizedsupplier/Banner.java
package memoizedsupplier;

import java.util.function.Supplier;

final class Banner {
    private static String text;

    static String text(Supplier<String> supplier) {
        if (text == null) {
            text = supplier.get();
        }
        return text;
    }

    static void forget() {
        text = null;
    }
}
//- memoizedsupplier/MemoizedSupplierTest.java
package memoizedsupplier;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class MemoizedSupplierTest {
    @Test
    void computesForTests() { // victim of MemoizedSupplierTest#computes; state: memoizedsupplier.Banner.text; fix: Banner.forget()
        assertEquals("test", Banner.text(() -> "test"));
    }

    @Test
    void computes() { // victim of MemoizedSupplierTest#computesForTests; state: memoizedsupplier.Banner.text; fix: Banner.forget()
        assertEquals("production", Banner.text(() -> "production"));
    }

    @Test
    void forgets() { // cleaner
        Banner.forget();
    }
}
