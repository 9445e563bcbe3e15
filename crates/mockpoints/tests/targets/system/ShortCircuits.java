// The second half of a condition is a branch of its own.
package targets.system.shortcircuits;

class Discounts {
    boolean applies(boolean member) { // point: system
        return member && java.time.LocalDate.now().getDayOfMonth() == 1;
    }

    boolean appliesTo(boolean member, int day) { // no point
        System.out.println(java.time.LocalDate.now());
        return member && day == 1;
    }
}
