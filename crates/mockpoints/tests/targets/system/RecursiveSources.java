// A recursive method that asks for the time in each of its rounds.
package targets.system.recursivesources;

class Retry {
    boolean until(long deadline, int left) { // point: system
        if (left == 0) {
            return false;
        }
        return System.currentTimeMillis() < deadline && until(deadline, left - 1);
    }

    boolean times(int left) { // no point
        System.out.println(System.currentTimeMillis());
        return left > 0 && times(left - 1);
    }
}
