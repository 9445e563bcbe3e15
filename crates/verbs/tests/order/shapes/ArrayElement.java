// An element of a constant array.
//- arrayelement/Table.java
package arrayelement;

final class Table {
    static final int[] PRIMES = {2, 3, 5, 7};
}
//- arrayelement/ArrayElementTest.java
package arrayelement;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;

class ArrayElementTest {
    @Test
    void changesTheTable() { // polluter
        Table.PRIMES[2] = 4;
        assertEquals(4, Table.PRIMES[2]);
    }

    @Test
    void knowsPrimes() { // victim of ArrayElementTest#changesTheTable; state: arrayelement.Table.PRIMES; fix: Table.PRIMES[2] = 5
        assertEquals(5, Table.PRIMES[2]);
    }
}
