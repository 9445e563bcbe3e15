// A caller of a point is not a point: in replay the point answers.
package targets.system.callersofpoints;

class Numbers {
    private String prefix() { // point: system
        return "R" + java.time.Year.now();
    }

    String number(int count) { // no point
        return prefix() + "-" + count;
    }

    boolean isCurrent(String number) { // no point
        if (number.startsWith(prefix())) {
            return true;
        }
        return false;
    }
}
