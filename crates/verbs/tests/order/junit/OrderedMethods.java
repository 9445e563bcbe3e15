// The class demands an order, in which its tests pass.
//- orderedmethods/OrderedMethodsTest.java
package orderedmethods;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OrderedMethodsTest {
    static String account;

    @Test
    @Order(1)
    void creates() { // state-setter
        account = "a";
    }

    @Test
    @Order(2)
    void reads() { // brittle, set by OrderedMethodsTest#creates; state: orderedmethods.OrderedMethodsTest.account; fix: account = "a"
        assertEquals("a", account);
    }

    @Test
    @Order(3)
    void deletes() { // polluter
        account = null;
    }
}
