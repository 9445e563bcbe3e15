// A variable that is assigned anew before it is read carries nothing of what it was.
package targets.system.deadstores;

class Deliveries {
    long arrival(Long announced) { // point: system
        long at = System.currentTimeMillis();
        if (announced != null) {
            at = announced;
        }
        return at;
    }

    long announced(long announced) { // no point
        long at = System.currentTimeMillis();
        at = announced;
        return at;
    }
}
