// A test that fails in every order is not order-dependent.
//- alwaysfailing/AlwaysFailingTest.java
package alwaysfailing;

import static org.junit.Assert.*;

import org.junit.*;

public class AlwaysFailingTest {
    @Test
    public void fails() { // fails
        fail("as always");
    }

    @Test
    public void passes() {}
}
