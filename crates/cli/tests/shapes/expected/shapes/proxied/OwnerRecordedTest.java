package shapes.proxied;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Owner} as they were recorded. */
class OwnerRecordedTest {
    @Test
    void getName_returnsAnn() {
        Owner owner = new Owner(1, "Ann");

        assertEquals("Ann", owner.getName());
    }

    @Test
    void getName_returnsBea() {
        Owner owner = new Owner(2, "Bea");

        assertEquals("Bea", owner.getName());
    }

    @Test
    void getName_returnsCid() {
        Owner owner = new Owner(null, "Cid");

        assertEquals("Cid", owner.getName());
    }

    @Test
    void setName_Cid_changesName() {
        Owner owner = new Owner(null, "Cid");

        owner.setName("Cid!");

        assertEquals("Cid!", owner.getName());
    }
}
