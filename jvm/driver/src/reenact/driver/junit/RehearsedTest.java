package reenact.driver.junit;

/** Tests for both JUnits that do nothing; see {@code Rehearsal}. */
public final class RehearsedTest {
    @org.junit.jupiter.api.Test
    public void jupiter() {}

    @org.junit.Test
    public void junit4() {}
}
