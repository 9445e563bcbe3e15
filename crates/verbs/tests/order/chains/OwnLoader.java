// A test that needs the JVM's own class loader.
//- ownloader/OwnLoaderTest.java
package ownloader;

import static org.junit.Assert.*;

import org.junit.*;

public class OwnLoaderTest {
    @Test
    public void isOnTheClassPath() { // environment-dependent
        assertSame(ClassLoader.getSystemClassLoader(), getClass().getClassLoader());
    }

    @Test
    public void passes() {}
}
