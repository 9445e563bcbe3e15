// From a call through local variables to a return.
package targets.system.locals;

class Vouchers {
    boolean isExpired(long validUntil) { // point: system
        long now = System.currentTimeMillis();
        long limit = now - 1000;
        return validUntil < limit;
    }

    boolean isSound(long validUntil) { // no point
        long now = System.currentTimeMillis();
        long limit = validUntil - 1000;
        System.out.println("looked at " + now);
        return limit > 0;
    }
}
