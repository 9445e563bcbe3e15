// Two classes inherit a test, which pollutes for the other one.
//- inheritedtests/Store.java
package inheritedtests;

import java.util.ArrayList;
import java.util.List;

final class Store {
    static final List<String> ITEMS = new ArrayList<>();
}
//- inheritedtests/StoreContractTest.java
package inheritedtests;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

abstract class StoreContractTest {
    abstract String item();

    @Test
    void holdsOneItem() { // in AlphaTest: victim of BetaTest#holdsOneItem; also self-polluting; state: inheritedtests.Store.ITEMS; fix: Store.ITEMS.clear() // in BetaTest: victim of AlphaTest#holdsOneItem; also self-polluting; state: inheritedtests.Store.ITEMS; fix: Store.ITEMS.clear()
        Store.ITEMS.add(item());
        assertEquals(1, Store.ITEMS.size());
    }
}
//- inheritedtests/AlphaTest.java
package inheritedtests;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class AlphaTest extends StoreContractTest {
    @Override
    String item() {
        return "alpha";
    }
}
//- inheritedtests/BetaTest.java
package inheritedtests;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class BetaTest extends StoreContractTest {
    @Override
    String item() {
        return "beta";
    }
}
