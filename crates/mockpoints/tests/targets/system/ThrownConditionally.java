// Whether it throws is decided by the clock.
package targets.system.thrownconditionally;

class Tokens {
    void check(long expiry) { // point: system
        if (System.currentTimeMillis() > expiry) {
            throw new IllegalStateException("expired");
        }
    }

    void checkSize(long size) { // no point
        System.out.println("checked at " + System.currentTimeMillis());
        if (size > 100) {
            throw new IllegalStateException("too large");
        }
    }
}
